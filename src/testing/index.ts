// The door of the testing kit.

export {
  type EngineContractCase,
  type EngineContractOptions,
  type EngineContractSetup,
  engineContract,
} from "./engine-contract.js";
export { createFakeClock, type FakeClock, type FakeClockOptions } from "./fake-clock.js";
