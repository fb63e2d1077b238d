/** @returns every order of some things. */
export function ordersOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, index) =>
    ordersOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  )
}
