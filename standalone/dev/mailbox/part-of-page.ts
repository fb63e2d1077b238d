/**
 * @returns the element of `root` that `index.html` has for `selector`.
 * @throws Error when it has none, or one of another type.
 */
export function partOfPage<Type extends Element>(
  root: ParentNode,
  selector: string,
  type: new () => Type,
): Type {
  const element = root.querySelector(selector)
  if (element instanceof type) return element
  throw new Error(`The page has no ${type.name} at "${selector}"`)
}
