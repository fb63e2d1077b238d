import type { Figure, Figures, FigureTable } from '../../api/dashboards'
import { second } from '../../lib/time'
import { parseLongNumbers } from './long-numbers'
import { cardsOf, type MetabaseCard } from './metabase-cards'
import { type CardFigures, figuresOfCard, reasons } from './metabase-rows'

/** The number of cards that are read: a mail is no dashboard, and each card is a query at somebody's database. */
const mostCards = 20
/** The number of cards read at once, so that a mail hardly slows Metabase for people. */
const cardsAtOnce = 2
/** The longest answer, in bytes after decompression. Metabase's embedding takes no limit of rows (`mostRows`). */
const mostBytes = 5_000_000
/** The bytes of all answers together. An answer that is beyond is dropped before it is parsed. */
const mostBytesOfAll = 10_000_000

/** Options of the requests to Metabase, which tests replace. */
export interface Reading {
  fetch: typeof globalThis.fetch
  /** Milliseconds for one answer. */
  cardTimeout: number
  /** Milliseconds for all answers together. */
  timeout: number
}

const network = {
  tooSlow: 'It took too long.',
  refused: 'The dashboard’s server refused it.',
  unreachable: 'The dashboard’s server couldn’t be reached.',
  tooLarge: 'Its answer was too large.',
  allTooLarge: 'The dashboard is too large to be read as a whole.',
}
const tooMany = `This email shows ${mostCards} cards at most.`

type Answer = { json: unknown } | { reason: string; status?: number }

/** The bounds of one dashboard's answers together. */
interface Whole {
  timeout: AbortSignal
  bytesLeft: number
}

/**
 * Reads a dashboard's cards as a visitor of the frame does who has set no filter, by the frame's signed link: Metabase
 * applies its locked parameters to each card, and needs no account.
 * @param address the link's address in Metabase's API: `…/api/embed/dashboard/:token`.
 * @throws Error if the dashboard can't be read; its message has neither the address nor the token.
 */
export async function readMetabaseFigures(
  address: string,
  reading: Partial<Reading>,
): Promise<Figures> {
  const { timeout = 50 * second } = reading
  const whole = { timeout: AbortSignal.timeout(timeout), bytesLeft: mostBytesOfAll }
  const answer = await ask(address, reading, whole)
  if ('reason' in answer) {
    const status = answer.status ? ` (${answer.status}; npm run doctor tells more)` : ''
    throw new Error(`Metabase's dashboard couldn't be read: ${answer.reason}${status}`)
  }
  const cards = cardsOf(answer.json)
  if (!cards) throw new Error("Metabase's dashboard couldn't be read: it lists no cards.")

  const outcomes: CardFigures[] = cards.map(() => ({ reason: tooMany }))
  const waiting = cards.slice(0, mostCards).entries()
  const readWaiting = async () => {
    for (const [index, card] of waiting) {
      outcomes[index] = await readCard(card, address, reading, whole)
    }
  }
  await Promise.all(Array.from({ length: cardsAtOnce }, readWaiting))
  return figuresOf(cards, outcomes)
}

async function readCard(
  card: MetabaseCard,
  address: string,
  reading: Partial<Reading>,
  whole: Whole,
): Promise<CardFigures> {
  const { dashcardId, cardId } = card
  const answer = await ask(`${address}/dashcard/${dashcardId}/card/${cardId}`, reading, whole)
  if ('reason' in answer) return answer
  try {
    return figuresOfCard(card, answer.json)
  } catch {
    // JSON nested deeper than the stack, for example.
    return { reason: reasons.otherThanRows }
  }
}

function figuresOf(cards: readonly MetabaseCard[], outcomes: readonly CardFigures[]): Figures {
  const figures: Figure[] = []
  const tables: FigureTable[] = []
  const failed: { name: string; reason: string }[] = []
  for (const [index, outcome] of outcomes.entries()) {
    if ('figure' in outcome) figures.push(outcome.figure)
    else if ('table' in outcome) tables.push(outcome.table)
    else failed.push({ name: cards[index]?.name ?? '', reason: outcome.reason })
  }
  return { figures, tables, failed }
}

async function ask(
  address: string,
  { fetch = globalThis.fetch, cardTimeout = 10 * second }: Partial<Reading>,
  whole: Whole,
): Promise<Answer> {
  const signal = AbortSignal.any([whole.timeout, AbortSignal.timeout(cardTimeout)])
  try {
    const response = await fetch(address, {
      headers: { accept: 'application/json' },
      // The link must not be sent anywhere else.
      redirect: 'error',
      signal,
    })
    if (!response.ok) {
      await response.body?.cancel()
      return { reason: network.refused, status: response.status }
    }
    const body = await readText(response, whole)
    return 'reason' in body ? body : { json: parseLongNumbers(body.text) }
  } catch (error) {
    if (signal.aborted) return { reason: network.tooSlow }
    if (error instanceof SyntaxError) return { reason: reasons.otherThanRows }
    return { reason: network.unreachable }
  }
}

/** @returns the response's text. The rest of one that is too large isn't received. */
async function readText(
  response: Response,
  whole: Whole,
): Promise<{ text: string } | { reason: string }> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let size = 0
  let text = ''
  for (;;) {
    const chunk = await reader?.read()
    if (!chunk || chunk.done) return { text: text + decoder.decode() }
    size += chunk.value.byteLength
    whole.bytesLeft -= chunk.value.byteLength
    if (size > mostBytes || whole.bytesLeft < 0) {
      whole.bytesLeft += size
      await reader?.cancel()
      return { reason: size > mostBytes ? network.tooLarge : network.allTooLarge }
    }
    text += decoder.decode(chunk.value, { stream: true })
  }
}
