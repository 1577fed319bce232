// The headers that every page goes out with.

/** Nothing from anywhere else, nothing inline, in nobody's frame. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

const FEATURES = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "usb",
];

/** For whatever is served. */
const everywhere: { readonly [name: string]: string } = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
};

/** For a page: kept by nobody, shown in no frame, reached by no opener. */
export const pageHeaders: { readonly [name: string]: string } = {
  ...everywhere,
  "content-security-policy": POLICY,
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": FEATURES.map((feature) => `${feature}=()`).join(", "),
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex, nofollow",
  "cache-control": "no-store",
};

/** For a file whose name changes with its content. */
export const assetHeaders: { readonly [name: string]: string } = {
  ...everywhere,
  "content-security-policy": "default-src 'none'",
  "cache-control": "public, max-age=31536000, immutable",
};
