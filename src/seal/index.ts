// The door of seal: the key ring, sealed tokens, signatures and digests.

export { canonicalJson, digestJson } from "./digest.js";
export { createKeyRing, type Key, type KeyRing, type RingKey, randomKey } from "./key-ring.js";
export { signText, verifyText } from "./mac.js";
export { openToken, sealToken } from "./token.js";
