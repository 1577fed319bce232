// The door of the broker.

export type { BrokerAsides } from "./aside.js";
export type {
  Acting,
  Broker,
  BrokerEvent,
  BrokerFiles,
  BrokerResponderOptions,
  Change,
  Claiming,
  CreateOptions,
  Creation,
  ElicitationList,
  FileWriting,
  KeptElicitation,
  Lease,
  ListFilter,
  ListPage,
  NewElicitation,
  NewFile,
  SessionEnds,
  Settled,
  Settling,
} from "./broker.js";
export { createBroker } from "./create-broker.js";
export type { BrokerDrafts, DraftWriting } from "./draft.js";
export type { BrokerFileLimits } from "./files.js";
export type { BrokerLimits } from "./limits.js";
export type { BrokerMutes, Mute } from "./mute.js";
export type { BrokerOptions } from "./options.js";
export type { Template, TemplateElicitation, TemplateUse } from "./template.js";
export type {
  BrokerTranscripts,
  NewEntry,
  SessionResult,
  TranscriptEntry,
  TranscriptWriting,
} from "./transcript.js";
