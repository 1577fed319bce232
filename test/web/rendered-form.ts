// Reads the controls of a rendered page, and posts them as a browser does.

/** One control of a form. */
export interface Control {
  readonly tag: "input" | "select" | "textarea";
  readonly type: string;
  readonly name: string;
  /** What it holds; for a radio or checkbox, what it stands for. */
  value: string;
  checked: boolean;
  readonly attributes: ReadonlyMap<string, string>;
  /** The values of a select. */
  readonly options: readonly string[];
}

const TAGS = /<(input|select|textarea)\b([^>]*)>(?:([\s\S]*?)<\/\1>)?/g;

/** Every control of a page, in order; those that belong to another form are left out. */
export function readControls(html: string): Control[] {
  // An input has no content, so what seems to be its content is looked at again.
  const voided = html.replace(/(<input\b[^>]*>)/g, "$1</input>");
  return [...voided.matchAll(TAGS)]
    .map(([, tag, attributeText = "", content = ""]) =>
      toControl(tag as Control["tag"], attributeText, content),
    )
    .filter(({ attributes }) => !attributes.has("form") && attributes.get("type") !== "search");
}

function toControl(tag: Control["tag"], attributeText: string, content: string): Control {
  const attributes = readAttributes(attributeText);
  const options = [...content.matchAll(/<option\b([^>]*)>/g)].map(([, text = ""]) => readAttributes(text));
  const selected = options.find((option) => option.has("selected")) ?? options[0];
  const value =
    tag === "textarea"
      ? unescapeHtml(content).replace(/^\n/, "")
      : tag === "select"
        ? (selected?.get("value") ?? "")
        : (attributes.get("value") ?? "");
  return {
    tag,
    type: attributes.get("type") ?? tag,
    name: attributes.get("name") ?? "",
    value,
    checked: attributes.has("checked"),
    attributes,
    options: options.map((option) => option.get("value") ?? ""),
  };
}

const readAttributes = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => [
      name,
      unescapeHtml(value),
    ]),
  );

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** The text of a piece of HTML. */
const unescapeHtml = (text: string): string =>
  text.replace(/&([\w#]+);/g, (_, name: string) => ENTITIES[name] ?? "");

/** What the browser sends: line breaks its own way, and nothing for what is not checked. */
export function postOf(controls: readonly Control[]): [string, string][] {
  return controls
    .filter(({ name, type, checked }) => name !== "" && type !== "file" && (!isBox(type) || checked))
    .map(({ name, value }) => [name, value.replace(/\r\n?|\n/g, "\r\n")]);
}

const isBox = (type: string): boolean => type === "radio" || type === "checkbox";

/** Posted pairs by name. */
export function toPosted(
  pairs: readonly (readonly [string, string])[],
): ReadonlyMap<string, readonly string[]> {
  const posted = new Map<string, string[]>();
  for (const [name, value] of pairs) posted.set(name, [...(posted.get(name) ?? []), value]);
  return posted;
}
