import { searchText } from '../../../contract/search-text'

/** The parts of a command that the search reads. */
interface Searchable {
  /** Commands of one group stay together. */
  group: string
  name: string
  /** More words for the search, separated by spaces. */
  keywords: string
}

/**
 * @returns the commands that match every typed word in a part of the name or the beginning of a keyword,
 *   whatever its case and accents. The best match and its group come first; equal ones keep their
 *   order. All match an empty text.
 */
export function matchCommands<Command extends Searchable>(
  commands: readonly Command[],
  typed: string,
): Command[] {
  const words = wordsOf(typed)
  const found = commands
    .map((command) => ({ command, rank: rankOf(command, words) }))
    .filter(({ rank }) => rank < noMatch)
    .sort((one, other) => one.rank - other.rank)
    .map(({ command }) => command)
  const groups = new Set(found.map(({ group }) => group))
  return [...groups].flatMap((wanted) => found.filter(({ group }) => group === wanted))
}

/** @returns the typed words as the search compares them: in lower case, without accents. */
export const wordsOf = (typed: string): string[] => searchText(typed).split(/\s+/).filter(Boolean)

const noMatch = 3

/** Returns the rank of the word that matches worst; 0 is best. */
function rankOf({ name, keywords }: Searchable, words: readonly string[]): number {
  const plainName = searchText(name)
  const begins = (text: string, word: string) =>
    text.split(/\s+/).some((part) => part.startsWith(word))
  const ranks = words.map((word) => {
    if (begins(plainName, word)) return 0
    if (plainName.includes(word)) return 1
    return begins(searchText(keywords), word) ? 2 : noMatch
  })
  return Math.max(0, ...ranks)
}
