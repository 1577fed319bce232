// What the server part offers to its users.

export type {
  Answer,
  FileReference,
  FormContent,
  FormValue,
  UnavailableReason,
} from "../core/elicitation/answer.js";
export type {
  Asker,
  AskMode,
  Elicitation,
  FormElicitation,
  UrlElicitation,
} from "../core/elicitation/elicitation.js";
export { type ContentOfFields, type Field, type Fields, field } from "../core/elicitation/field.js";
export { form } from "../core/elicitation/form.js";
export type { FieldSchema, FormSchema } from "../core/elicitation/form-schema.js";
export type { ContentOf, FormSource } from "../core/elicitation/form-source.js";
export type { OwnFieldKind } from "../core/elicitation/own-fields.js";
export type { Pages } from "../core/elicitation/pages.js";
export type { CheckedContent, Form, PageContent, Question, UrlPage } from "../core/elicitation/question.js";
export { defineResponder, type Responder, type RespondOptions } from "../core/elicitation/responder.js";
export type { UploadedFile } from "../core/elicitation/uploaded-file.js";
export { type Href, type UrlOptions, url } from "../core/elicitation/url.js";
export type { JsonOf } from "../core/json-of.js";
export type { JsonSchema } from "../core/problem.js";
export { Secret } from "../core/secret.js";
export type { Vault } from "../core/vault.js";
export type { AllowedHosts, AllowedOrigins } from "../guards/hosts.js";
export type { ClientCapabilities, ClientFeature, Icon, Implementation } from "../protocol/capabilities.js";
export {
  type Annotations,
  type AudioContent,
  audio,
  type Bytes,
  type ContentBlock,
  type EmbeddedResource,
  embeddedResource,
  type ImageContent,
  image,
  type ResourceContents,
  type ResourceLink,
  resourceLink,
  type TextContent,
  type ToolResult,
  text,
  toolError,
} from "../protocol/content.js";
export type { Root } from "../protocol/elicitation/read-roots-result.js";
export type {
  SamplingContent,
  SamplingMessage,
  SamplingRequest,
  SamplingResult,
} from "../protocol/elicitation/read-sampling-result.js";
export type { LogLevel } from "../protocol/log-levels.js";
export type { Era } from "../protocol/revisions.js";
export { RpcError } from "../protocol/rpc-error.js";
export type { StepInfo } from "../replay/run-steps.js";
export { StepError } from "../replay/step-error.js";
export type { Assigns, Principal } from "./access/access.js";
export { type BearerJwtOptions, bearerJwt } from "./access/bearer.js";
export {
  type AllowOptions,
  allow,
  type Connect,
  type ConnectRequest,
  type Decision,
  type ForbiddenOptions,
  forbidden,
  type UnauthorizedOptions,
  unauthorized,
} from "./access/connect.js";
export type { ProtectedResource } from "./access/protected-resource.js";
export type { JsonWebKeySet, TokenClaims } from "./access/verify-jwt.js";
export type { AskOptions } from "./asking/ask-options.js";
export type { PageOptions } from "./asking/asked-page.js";
export type {
  AskingContext,
  ChooseOptions,
  ChooseSeveralOptions,
  ClientAskOptions,
  OpenUrlOptions,
} from "./asking/asking-context.js";
export type { AskingOptions } from "./asking/asking-options.js";
export type { SecretOptions } from "./asking/secret-options.js";
export type { ServerElicitations } from "./asking/server-elicitations.js";
export type { Client, ContextClient } from "./call/client.js";
export { ElicitationRequired, elicitationRequired } from "./call/elicitation-required.js";
export { ToolError } from "./call/failure.js";
export type { Later, LaterHandle, LaterOptions } from "./call/later.js";
export type { Completer, CompleterContext, Completions } from "./catalog/completer.js";
export {
  assistant,
  type PromptArgument,
  type PromptDefinition,
  type PromptHandler,
  type PromptMessage,
  type PromptReturn,
  type PromptValues,
  user,
} from "./catalog/prompts.js";
export type { ListedResource, ResourceLister, ResourcePage } from "./catalog/resource-lister.js";
export type {
  CacheHint,
  ResourceContent,
  ResourceDefinition,
  ResourceHandler,
  ResourceReturn,
  VariablesOf,
} from "./catalog/resources.js";
export type { AnySchema, StandardSchema } from "./catalog/schema.js";
export type { InputOf, ToolAnnotations, ToolDefinition, ToolHandler, ToolReturn } from "./catalog/tools.js";
export type { CallContext, LookupContext, RequestContext, TraceContext, UriValues } from "./context.js";
export type { Middleware, MiddlewareCall } from "./dispatch/middleware.js";
export type { HttpOptions } from "./http/http-options.js";
export type { ServerOptions } from "./options.js";
export type { Catalog, DefinePrompt, DefineResource, DefineTool, Server, SessionHandle } from "./server.js";
export type { Terminated } from "./sessions/sessions.js";
export type { Disconnected } from "./transport-parts.js";
