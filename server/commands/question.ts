import { parseArgs } from 'node:util'
import { historyKinds, isDay, type Question } from './history'

const usage =
  'npm run explain -- <slug> [<address>] [--day 2026-11-24] [--kind sign-in]\n\n' +
  "Prints what happened to an organisation, in order: all of it, or what is about a person, of a day of the site's\n" +
  'time zone (TIME_ZONE), or of a kind. --kind may be given several times.'

/**
 * Parses the words after `explain`.
 * @throws Error for words that it doesn't know.
 */
export function readQuestion(args: string[]): { slug: string; question: Question } {
  const { positionals, values } = parsed(args)
  const [slug, address, ...rest] = positionals
  if (!slug || rest.length > 0) throw new Error(usage)
  if (address !== undefined && !address.includes('@')) {
    throw new Error(`${address} is no address: name one organisation.\n\n${usage}`)
  }
  const { day, kind: kinds = [] } = values
  if (day !== undefined && !isDay(day)) {
    throw new Error(`--day takes a day of the calendar, such as 2026-11-24, not ${day}.`)
  }
  const unknown = kinds.filter((kind) => !historyKinds.includes(kind))
  if (unknown.length > 0) {
    throw new Error(
      `There is no kind ${unknown.join(', ')}. The kinds are ${historyKinds.join(', ')}.`,
    )
  }
  return { slug, question: { address, day, kinds } }
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { day: { type: 'string' }, kind: { type: 'string', multiple: true } },
    })
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${usage}`)
  }
}
