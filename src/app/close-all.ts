// Closes what was opened, the last first; what fails keeps nothing else from being closed.

import type { Logger } from "../core/logger.js";

export async function closeAll(opened: (() => unknown)[], logger: Logger): Promise<void> {
  for (let close = opened.pop(); close !== undefined; close = opened.pop()) {
    try {
      await close();
    } catch (error) {
      logger.error("Something could not be closed.", { error });
    }
  }
}
