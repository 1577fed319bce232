// The door of the testing kit.

export type { TestAnswers } from "./client/answer-script.js";
export { accept, cancel, decline, reply, silence, type TestAnswer, visit } from "./client/answers.js";
export type { AskedQuestion } from "./client/asked-question.js";
export { type EachEraOptions, eachEra } from "./client/each-era.js";
export type { Faults } from "./client/faults.js";
export { testClient } from "./client/test-client.js";
export type { TestEra } from "./client/test-era.js";
export type { TestPromptResult, TestResourceResult, TestTool, TestToolResult } from "./client/test-result.js";
export type { TestClient, TestClientOptions } from "./client/traced-client.js";
export {
  type EngineContractCase,
  type EngineContractOptions,
  type EngineContractSetup,
  engineContract,
} from "./engine-contract.js";
export { createFakeClock, type FakeClock, type FakeClockOptions } from "./fake-clock.js";
export { createTestPages, type TestPages } from "./pages/test-pages.js";
export { assertReplaySafe, type ReplaySafeOptions } from "./safety/assert-replay-safe.js";
export type { ReplaySubject } from "./safety/trial.js";
export type { MakeServer, ServerKit } from "./server-kit.js";
export { type VaultContractCase, type VaultContractOptions, vaultContract } from "./vault-contract.js";
