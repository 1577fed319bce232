// Which files a field takes: the rule that browsers go by.

/** True when the ending of the name or the media type is among those that are accepted; an empty list accepts all. */
export function isAcceptedFile(accept: readonly string[], name: string, type: string): boolean {
  if (accept.length === 0) return true;
  const lower = name.toLowerCase();
  const media = type.toLowerCase();
  return accept.some((one) => {
    const rule = one.trim().toLowerCase();
    if (rule.startsWith(".")) return lower.endsWith(rule);
    return rule.endsWith("/*") ? media.startsWith(rule.slice(0, -1)) : media === rule;
  });
}
