// What of chromium.mjs tests import.

export declare function findChromium(): string | undefined;
