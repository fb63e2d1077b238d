/**
 * Finds misspelt settings among all variables of a process: up to a quarter of the letters may be
 * wrong, missing or extra.
 * @param given the names that are set.
 * @param known the names of settings.
 * @returns the names that resemble a setting, each with the likely one: `TRUSTED_PROXY
 *   (TRUSTED_PROXIES?)`.
 */
export function misspeltNames(given: readonly string[], known: readonly string[]): string[] {
  return given
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const [nearest] = known
        .map((meant) => ({ meant, steps: stepsBetween(name.toUpperCase(), meant) }))
        .filter(({ meant, steps }) => steps <= Math.floor(meant.length / 4))
        .sort((one, other) => one.steps - other.steps)
      return nearest ? [`${name} (${nearest.meant}?)`] : []
    })
}

/** @returns the edit distance between two words. */
function stepsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [place, wanted] of [...other].entries()) {
      const changed = (row[place] ?? 0) + (letter === wanted ? 0 : 1)
      next.push(Math.min(changed, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
