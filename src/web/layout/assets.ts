// The files behind every page, under names that change with their content, so that browsers may keep them.

import { hash } from "node:crypto";
import { assetHeaders } from "../security/headers.js";
import type { AssetLinks } from "./document.js";

/** A file that never changes. */
export interface Asset {
  /** `page-1a2b3c4d5e6f.css` */
  readonly name: string;
  readonly type: string;
  readonly body: string;
  readonly etag: string;
}

/** The icon of every page. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#1f4fd8"/><circle cx="16" cy="16" r="6" fill="none" stroke="#fff" stroke-width="3"/></svg>`;

/** Every file by its use. */
export interface Assets {
  readonly styles: Asset;
  readonly script: Asset;
  readonly icon: Asset;
}

/** Names the files; done once, when pages are created. */
export function createAssets(styles: string, script: string): Assets {
  return {
    styles: toAsset("css", "text/css; charset=utf-8", styles),
    script: toAsset("js", "text/javascript; charset=utf-8", script),
    icon: toAsset("svg", "image/svg+xml", icon),
  };
}

function toAsset(ending: string, type: string, body: string): Asset {
  const digest = hash("sha256", body, "hex").slice(0, 16);
  return { name: `page-${digest}.${ending}`, type, body, etag: `"${digest}"` };
}

/** Where the files are. */
export const linksOf = ({ styles, script, icon }: Assets, pathOf: (name: string) => string): AssetLinks => ({
  styles: pathOf(styles.name),
  script: pathOf(script.name),
  icon: pathOf(icon.name),
});

/** Sends a file, or says that the browser has it; `undefined` when there is none of that name. */
export function sendAsset(assets: Assets, name: string, request: Request): Response | undefined {
  const asset = Object.values(assets).find((one: Asset) => one.name === name);
  if (asset === undefined) return undefined;
  const { type, body, etag } = asset;
  const headers = { ...assetHeaders, etag };
  const known = (request.headers.get("if-none-match") ?? "")
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""));
  if (known.includes(etag) || known.includes("*")) return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { ...headers, "content-type": type } });
}
