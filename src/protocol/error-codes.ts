// The error codes that cross the wire.

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** Legacy era only; the modern era says `INVALID_PARAMS` with `data.uri`. */
export const RESOURCE_NOT_FOUND = -32002;
export const HEADER_MISMATCH = -32020;
export const MISSING_CLIENT_CAPABILITY = -32021;
export const UNSUPPORTED_PROTOCOL_VERSION = -32022;
/** 2025-11-25 only; the modern era says it with an `InputRequiredResult`. */
export const URL_ELICITATION_REQUIRED = -32042;
