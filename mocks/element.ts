/** @returns a new element with attributes and children. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: Array<string | HTMLElement>
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value)
  created.append(...children)
  return created
}
