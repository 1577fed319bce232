// The door of the client: a responder behind the official MCP clients.

export {
  type Answering,
  type AnswerOptions,
  answerElicitations,
} from "./answer-elicitations.js";
export { type ConnectClientOptions, type ConnectedClient, connectClient } from "./connect-client.js";
export type { OfficialClient } from "./official-client.js";
export type { UnshownQuestion } from "./questions.js";
export type { ServerTarget, StdioCommand } from "./server-target.js";
