// For parts whose words the command line says itself.

import type { Logger } from "../../core/logger.js";

/** Says nothing. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
