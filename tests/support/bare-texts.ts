const found: string[] = []

/**
 * Notes each text that breaks once a browser has translated the page. A translation takes the text nodes out of their
 * elements: React then throws when it removes one or inserts an element before one, and nobody sees it change one. A text
 * that is the only child of its element is safe, because React replaces the element's content.
 * @returns a function that stops it.
 */
export function watchBareTexts(): () => void {
  const nodes = ownerOf(document.body, 'insertBefore')
  const texts = ownerOf(document.createTextNode(''), 'nodeValue')
  const { insertBefore, removeChild } = nodes
  const nodeValue = Object.getOwnPropertyDescriptor(texts, 'nodeValue')
  nodes.insertBefore = function <Inserted extends Node>(inserted: Inserted, before: Node | null) {
    note('inserted before', before)
    return insertBefore.call(this, inserted, before) as Inserted
  }
  nodes.removeChild = function <Removed extends Node>(removed: Removed) {
    note('removed', removed)
    return removeChild.call(this, removed) as Removed
  }
  Object.defineProperty(texts, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string) {
      note('changed', this)
      nodeValue?.set?.call(this, value)
    },
  })
  return () => {
    Object.assign(nodes, { insertBefore, removeChild })
    Object.defineProperty(texts, 'nodeValue', nodeValue ?? {})
  }
}

/** @returns what was noted since the last call. */
export const takeBareTexts = (): string[] => found.splice(0)

/** @returns the prototype that has a member: the window's own classes are further down. */
function ownerOf(node: Node, member: keyof Node): Node {
  return Object.hasOwn(node, member) ? node : ownerOf(Object.getPrototypeOf(node), member)
}

function note(what: string, node: Node | null): void {
  if (!(node instanceof Text)) return
  // React marks its text nodes; an only child is content of its element, and has no mark.
  if (!Object.keys(node).some((key) => key.startsWith('__reactFiber$'))) return
  const place = node.parentElement?.outerHTML ?? 'no element'
  found.push(`${what}: “${node.data}” in ${place.slice(0, 300)}`)
}
