// What comes of judging a url.

/** Why a url is refused. */
export type UrlRefusal =
  /** It is no url, or one that programs read differently. */
  | "malformed"
  | "too-long"
  | "scheme"
  | "credentials"
  /** It is the port of another service, such as mail, which no browser opens. */
  | "port"
  /** Its name belongs to a local network. */
  | "local-name"
  /** It is, or resolves to, an address that is not public. */
  | "address"
  /** Its name has no address, or none came in time. */
  | "unresolved"
  /** It is on the list `deny`. */
  | "denied";

/** What came of judging a url. The message is for people and names neither path nor query. */
export type UrlJudgement =
  | {
      readonly ok: true;
      /** The url as it was parsed: use this one. */
      readonly url: string;
      /** Every address that was judged. Connect to one of these, and do not look the name up again. */
      readonly addresses: readonly string[];
    }
  | { readonly ok: false; readonly reason: UrlRefusal; readonly message: string };
