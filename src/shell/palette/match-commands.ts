import { plainText } from '../../lib/plain-text'

/** What is looked into when commands are searched. */
interface Searchable {
  /** Those of one group stay together. */
  group: string
  name: string
  /** Other words for it, separated by spaces. */
  keywords: string
}

/**
 * @returns the commands that what was typed may mean: each of its words is part of the name or the
 *   beginning of a keyword, whatever its case and accents. What fits best comes first, and its group
 *   with it (D52); what fits equally well keeps its order. Nothing typed: all.
 */
export function matchCommands<Command extends Searchable>(
  commands: readonly Command[],
  typed: string,
): Command[] {
  const words = plainText(typed).split(/\s+/).filter(Boolean)
  const found = commands
    .map((command) => ({ command, rank: rankOf(command, words) }))
    .filter(({ rank }) => rank < noMatch)
    .sort((one, other) => one.rank - other.rank)
    .map(({ command }) => command)
  const groups = new Set(found.map(({ group }) => group))
  return [...groups].flatMap((wanted) => found.filter(({ group }) => group === wanted))
}

const noMatch = 3

/** How far a command is from what was typed: as far as the word that fits it least. */
function rankOf({ name, keywords }: Searchable, words: readonly string[]): number {
  const plainName = plainText(name)
  const begins = (text: string, word: string) =>
    text.split(/\s+/).some((part) => part.startsWith(word))
  const ranks = words.map((word) => {
    if (begins(plainName, word)) return 0
    if (plainName.includes(word)) return 1
    return begins(plainText(keywords), word) ? 2 : noMatch
  })
  return Math.max(0, ...ranks)
}
