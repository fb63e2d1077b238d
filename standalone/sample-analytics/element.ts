/**
 * Builds an element. Text becomes text nodes, never markup, so nothing from the address can become
 * part of the page's structure.
 *
 * @param attributes by their HTML names; one that is undefined is left out
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | undefined> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) node.setAttribute(name, value)
  }
  node.append(...children)
  return node
}

/** @returns text in the colour of good or bad news, and for screen readers the same in words. */
export function changeText(text: string, direction: number, higherIsBetter: boolean): HTMLElement {
  if (direction === 0) return element('span', { class: 'change' }, text)
  const better = direction > 0 === higherIsBetter
  return element(
    'span',
    { class: better ? 'change ok' : 'change bad' },
    text,
    element('span', { class: 'visually-hidden' }, better ? ' (better)' : ' (worse)'),
  )
}
