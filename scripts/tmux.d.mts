// What of tmux.mjs tests import.

export declare function findTmux(): string | undefined;
