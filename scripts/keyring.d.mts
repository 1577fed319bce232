/** The paths of the bus and of the Secret Service; `undefined` when one is missing. */
export declare function findKeyring(): { readonly bus: string; readonly service: string } | undefined;
/** The same, after installing them where this process may do so. */
export declare function ensureKeyring(): Promise<ReturnType<typeof findKeyring>>;
