// What of keyring.mjs tests import.

export declare function findKeyring(): { readonly bus: string; readonly service: string } | undefined;
