// Reads the cookies of a request.

/** The values of the cookies with a name, in the order in which they were sent: somebody may have put one beside ours. */
export const readCookies = ({ headers }: Pick<Request, "headers">, name: string): readonly string[] =>
  (headers.get("cookie") ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at >= 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
