// Makes elements.

/** An element with its properties and attributes. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  attributes: Readonly<Record<string, string>> = {},
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
