// The links of a page.

/** Where they lead within the repository: as they are written, anchors too. */
export const linksIn = (text: string): readonly string[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

/** A page without what is in fences, which is read by nobody as a link or a heading. */
export const withoutCode = (text: string): string => text.replace(/^(\s*)(`{3,})[\s\S]*?^\1\2\s*$/gm, "");
