// Options over their defaults.

/** The options with defaults for what is absent, where `undefined` counts as absent. */
export function withDefaults<D extends object, O extends object>(defaults: D, options: O): D & O {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  // What is left of the options overrides the defaults, as the type says.
  return { ...defaults, ...Object.fromEntries(given) } as D & O;
}
