// Reads the values of options: JSON from the config file, text from flags and the environment.

import { isObject, type JsonObject } from "../../core/json.js";
import { isLoopbackAddress } from "../../guards/hosts.js";

/** What a reader makes of a value: the value, or what is allowed instead. */
export type ReadValue<T> = { readonly value: T } | { readonly allowed: string };

/** Reads one value. */
export type Reader<T> = (given: unknown) => ReadValue<T>;

/** A whole number from `least` to `most`. */
export const wholeNumber =
  (least: number, most: number): Reader<number> =>
  (given) => {
    const value = toNumber(given);
    if (Number.isSafeInteger(value) && value >= least && value <= most) return { value };
    return { allowed: `a whole number from ${least} to ${most}` };
  };

/** A number above 0, up to `most`. */
export const positiveNumber =
  (most: number): Reader<number> =>
  (given) => {
    const value = toNumber(given);
    return value > 0 && value <= most ? { value } : { allowed: `a number above 0, up to ${most}` };
  };

/** `NaN` for what is none; an empty text is none. */
const toNumber = (given: unknown): number =>
  typeof given === "string" && given.trim() !== "" ? Number(given) : typeof given === "number" ? given : NaN;

/** True or false. A flag without a value says true. */
export const flag: Reader<boolean> = (given) => {
  const text = typeof given === "string" ? given.trim().toLowerCase() : given;
  if (text === true || text === "true" || text === "1" || text === "yes") return { value: true };
  if (text === false || text === "false" || text === "0" || text === "no") return { value: false };
  return { allowed: "true or false" };
};

/** A text that is not empty; `what` says of what kind. */
export const text =
  (what: string): Reader<string> =>
  (given) =>
    typeof given === "string" && given.trim() !== "" ? { value: given.trim() } : { allowed: what };

/** Several texts: a list, or one text with commas. Each must pass `isFit`. */
export const texts =
  (what: string, isFit: (text: string) => boolean): Reader<readonly string[]> =>
  (given) => {
    const list = (Array.isArray(given) ? given : [given]).flatMap((one) =>
      typeof one === "string" ? one.split(",").map((part) => part.trim()) : [one],
    );
    const value = list.filter((one) => one !== "");
    return value.every((one) => typeof one === "string" && isFit(one)) ? { value } : { allowed: what };
  };

/** An origin: where the app is reached from outside, without a path. */
export const origin: Reader<string> = (given) => {
  const url = typeof given === "string" && URL.canParse(given.trim()) ? new URL(given.trim()) : undefined;
  const isBare = url?.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopbackAddress(url.hostname));
  if (url !== undefined && isBare && isSafe) return { value: url.origin };
  return {
    allowed: "an https url without a path, such as https://ask.example.com; http on the loopback only",
  };
};

/** Where state lives. What is told of an engine that is not there yet is told here, and not when it is opened. */
export const engineUrl: Reader<string> = (given) => {
  const url = typeof given === "string" ? given.trim() : "";
  if (url === "memory:" || /^sqlite:[^?#]+$/.test(url)) return { value: url };
  const allowed = "memory: or sqlite:PATH, such as sqlite:/var/lib/beckon/state.db";
  const isLater = /^(?:postgres|postgresql|redis|rediss):/i.test(url);
  return { allowed: isLater ? `${allowed}; Postgres and Redis are not in this version` : allowed };
};

/** An object of objects, by name. */
export const objects: Reader<{ readonly [name: string]: JsonObject }> = (given) =>
  isObject(given) && Object.values(given).every(isObject)
    ? // Each was looked at.
      { value: given as { readonly [name: string]: JsonObject } }
    : { allowed: "an object of objects, by name" };

/** A list of objects. */
export const listOfObjects: Reader<readonly JsonObject[]> = (given) =>
  Array.isArray(given) && given.every(isObject) ? { value: given } : { allowed: "a list of objects" };

/** A name of a host, without a port. */
export const isHostName = (name: string): boolean => /^[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/i.test(name);

/** An origin of pages, as browsers write it. */
export const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
