// What of shells.mjs tests import.

export declare function findShells(): { readonly zsh: string; readonly fish: string } | undefined;
