import { withTimeout } from '../../time'

/** Fault: the server can't do its work, or does it wrong. Warning: it works, and something may need you. */
export type Result = 'ok' | 'warning' | 'fault' | 'skipped'

/** What a check has found, and what to do about it; null: nothing. Neither has a secret. */
export interface Finding {
  result: Result
  found: string
  todo: string | null
}

/** One question. It changes nothing, unless its text says so. @template Given what it rests on. */
export interface Check<Given> {
  name: string
  /** What is tried, in words. */
  tried: (given: Given) => string
  find: (given: Given) => Promise<Finding>
}

/** Tried where there is nothing to try. */
export const nothing = 'nothing'

/** The answer to a check. */
export interface Report extends Finding {
  name: string
  tried: string
}

export const ok = (found: string): Finding => ({ result: 'ok', found, todo: null })
export const warning = (found: string, todo: string): Finding => ({
  result: 'warning',
  found,
  todo,
})
export const fault = (found: string, todo: string): Finding => ({ result: 'fault', found, todo })
/** @param because why it couldn't be tried. */
export const skipped = (because: string): Finding => ({
  result: 'skipped',
  found: because,
  todo: null,
})

/**
 * Makes checks, all at once: none waits for another, and one that fails stops none.
 * @param given null: it isn't there, so that nothing can be tried, for the reason `because`.
 * @param timeout of each, in ms.
 */
export function examine<Given>(
  checks: readonly Check<Given>[],
  given: Given | null,
  { because, timeout }: { because: string; timeout: number },
): Promise<Report[]> {
  const tooLate = fault(
    `There was no answer within ${timeout / 1000} s.`,
    'Look at what was tried: it is too slow, or something drops the connection.',
  )
  return Promise.all(
    checks.map(async ({ name, tried, find }) => {
      if (given === null) return { name, tried: nothing, ...skipped(because) }
      const found = find(given).catch((error: unknown) =>
        fault(reasonOf(error), 'Look at what was tried, and at the reason.'),
      )
      return { name, tried: tried(given), ...(await withTimeout(found, timeout, tooLate)) }
    }),
  )
}

/** @returns an error's message, and its cause's: `fetch` says the reason only there. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, cause, code } = error as Error & { code?: unknown }
  const own = message || String(code ?? error.name)
  return cause instanceof Error ? `${own}: ${reasonOf(cause)}` : own
}

/** @returns the reports for people, a paragraph each, and how many faults and warnings there are. */
export function asText(reports: readonly Report[]): string {
  const width = Math.max(...reports.map(({ name }) => name.length))
  const indent = ' '.repeat(9)
  const line = (word: string, text: string) =>
    `${indent}${word.padEnd(width)}  ${text.replaceAll('\n', `\n${indent}${' '.repeat(width + 2)}`)}`
  const paragraphs = reports.map(({ name, result, tried, found, todo }) =>
    [
      result.padEnd(indent.length) + line(name, found).slice(indent.length),
      ...(tried === nothing ? [] : [line('  tried', tried)]),
      ...(todo === null ? [] : [line('  to do', todo)]),
    ].join('\n'),
  )
  const count = (wanted: Result) => reports.filter(({ result }) => result === wanted).length
  return [...paragraphs, `Faults: ${count('fault')}. Warnings: ${count('warning')}.`].join('\n')
}
