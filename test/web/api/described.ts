// Holds every request and response of the API tests against the OpenAPI document.

import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

interface Described {
  readonly content?: { readonly [type: string]: { readonly schema?: object } };
}
interface Operation {
  readonly requestBody?: Described;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
  readonly responses: { readonly [status: string]: Described };
}
export interface OpenApiDocument {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: { readonly schemas: { readonly [name: string]: object } };
}

export function createDescribed(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "beckon", components: document.components });
  const compiled = new Map<object, ValidateFunction>();

  function problemOf(schema: object, value: unknown): string | undefined {
    let validate = compiled.get(schema);
    if (validate === undefined) {
      const text = JSON.stringify(schema).replaceAll('"#/components', '"beckon#/components');
      validate = ajv.compile(JSON.parse(text) as object);
      compiled.set(schema, validate);
    }
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  }

  function find(method: string, path: string): Operation | undefined {
    const given = path.split("/");
    const matches = (template: string): boolean => {
      const segments = template.split("/");
      return (
        segments.length === given.length &&
        segments.every((one, index) => one.startsWith("{") || one === given[index])
      );
    };
    const found = Object.keys(document.paths).filter(matches);
    // What is written out comes before what is variable.
    const [best] = found.sort((one, other) => one.split("{").length - other.split("{").length);
    return best === undefined ? undefined : document.paths[best]?.[method.toLowerCase()];
  }

  /** Throws what the document does not say. */
  async function check(request: Request, sent: string | undefined, response: Response): Promise<void> {
    const { pathname, searchParams } = new URL(request.url);
    const operation = find(request.method, pathname.slice("/api/v1".length));
    // Nothing is there, or not for this method: no operation describes that.
    if (operation === undefined) return;
    const name = `${request.method} ${pathname}`;
    const described = operation.responses[response.status];
    if (described === undefined)
      throw new Error(`${name} answers ${response.status}, which is not described.`);
    const type = response.headers.get("content-type")?.split(";")[0];
    if (type === undefined) {
      if (described.content !== undefined)
        throw new Error(`${name} answers ${response.status} with nothing.`);
      return;
    }
    const content = described.content?.[type];
    if (content === undefined) throw new Error(`${name} answers ${response.status} as ${type}.`);
    if (type.endsWith("json") && content.schema !== undefined && !searchParams.has("format")) {
      const problem = problemOf(content.schema, await response.clone().json());
      if (problem !== undefined) throw new Error(`${name} answers ${response.status}: ${problem}`);
    }
    if (response.ok) checkRequest(name, operation, sent, searchParams);
  }

  /** What is taken is what is described. */
  function checkRequest(
    name: string,
    operation: Operation,
    sent: string | undefined,
    search: URLSearchParams,
  ): void {
    for (const parameter of search.keys())
      if (!operation.parameters.some((one) => one.in === "query" && one.name === parameter))
        throw new Error(`${name} takes ${parameter}, which is not described.`);
    const schema = operation.requestBody?.content?.["application/json"]?.schema;
    if (sent === undefined || schema === undefined) return;
    const problem = problemOf(schema, JSON.parse(sent));
    if (problem !== undefined) throw new Error(`${name} takes ${sent}: ${problem}`);
  }
  return { check, find, problemOf };
}
