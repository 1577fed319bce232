// The door of the responders: ways to compose those who answer.

export { byPriority, type Prioritized } from "./by-priority.js";
export { firstOf } from "./first-of.js";
export { type HeadlessOptions, headless } from "./headless.js";
export type { PolicyAction, PolicyMatch, PolicyRule } from "./policy-rule.js";
export { schemaFingerprint } from "./schema-fingerprint.js";
export { type AuditEntry, type AuditOptions, withAudit } from "./with-audit.js";
export { type ComposeOptions, withFallback } from "./with-fallback.js";
export { type Accepted, type Guard, withGuard } from "./with-guard.js";
export { type LimitedResponder, type LimitsOptions, withLimits } from "./with-limits.js";
export { type PolicyOptions, withPolicy } from "./with-policy.js";
export { type TimeoutOptions, withTimeout } from "./with-timeout.js";
