/** What is looked into when commands are searched. */
interface Searchable {
  name: string
  /** Other words for it, separated by spaces. */
  keywords: string
}

/**
 * @returns the commands that what was typed may mean, in their order: each of its words is part of
 *   the name or the beginning of a keyword, whatever its case and accents. Nothing typed: all.
 */
export function matchCommands<Command extends Searchable>(
  commands: readonly Command[],
  typed: string,
): Command[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  return commands.filter(({ name, keywords }) => {
    const plainName = plain(name)
    const plainKeywords = plain(keywords).split(' ')
    return words.every(
      (word) =>
        plainName.includes(word) || plainKeywords.some((keyword) => keyword.startsWith(word)),
    )
  })
}

/** In lower case and without accents: decomposed, an accent is a character of its own. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
