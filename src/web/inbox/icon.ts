// The icon in the browser's tab, with the number of what waits.

import { icon } from "../layout/assets.js";
import { assetHeaders } from "../security/headers.js";
import { MOST_COUNTED } from "./inbox-links.js";

/** The icon with a number on it; without one when nothing waits. */
export function sendIcon(count: string): Response {
  return new Response(Number(count) === 0 ? icon : withCount(Number(count)), {
    headers: { ...assetHeaders, "content-type": "image/svg+xml" },
  });
}

function withCount(count: number): string {
  const text = count >= MOST_COUNTED ? "99+" : String(count);
  const size = text.length === 1 ? 22 : text.length === 2 ? 18 : 13;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#1f4fd8"/><text x="16" y="16" fill="#fff" font-family="system-ui, sans-serif" font-size="${size}" font-weight="700" text-anchor="middle" dominant-baseline="central">${text}</text></svg>`;
}
