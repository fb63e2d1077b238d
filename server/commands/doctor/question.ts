import { second, withTimeout } from '../../lib/time'

/** Fault: the server can't do its work, or does it wrong. Warning: it works, and something may need you. */
export type Result = 'ok' | 'warning' | 'fault' | 'skipped'

/** The answer to a question about the server, and advice if there is a problem. Neither contains a secret. */
export interface Finding {
  result: Result
  found: string
  todo: string | null
}

export interface Report extends Finding {
  question: string
}

/** The time for one question, in ms: longer than the calls that it makes. */
const timeout = 20 * second

export const ok = (found: string): Finding => ({ result: 'ok', found, todo: null })
export const warning = (found: string, todo: string): Finding => ({
  result: 'warning',
  found,
  todo,
})
export const fault = (found: string, todo: string): Finding => ({ result: 'fault', found, todo })
/** @param found why the question can't be asked. */
export const skipped = (found: string): Finding => ({ result: 'skipped', found, todo: null })

/** Advice where a connection failed. Node reads the variable only at its start, so `.env` is too late. */
export const adviceOnCertificate =
  "If its certificate is from an authority of your own, name that in NODE_EXTRA_CA_CERTS, in the unit's file of settings or in the shell, not in .env."

/** Answers a question. An error of `find`, or no answer for 20 seconds, is a fault. */
export async function ask(question: string, find: () => Promise<Finding>): Promise<Report> {
  const tooLate = fault(
    `There was no answer within ${timeout / second} s.`,
    'Find out what is too slow, or drops the connection.',
  )
  const finding = find().catch((error: unknown) =>
    fault(reasonOf(error), 'Look for the reason in docs/operating.md.'),
  )
  return { question, ...(await withTimeout(finding, timeout, tooLate)) }
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
  const paragraphs = reports.map(({ question, result, found, todo }) => {
    const todoLine = todo === null ? '' : `\n${' '.repeat(9)}To do: ${todo}`
    return `${result.padEnd(9)}${question} ${found}${todoLine}`
  })
  const count = (wanted: Result) => reports.filter(({ result }) => result === wanted).length
  return [...paragraphs, `Faults: ${count('fault')}. Warnings: ${count('warning')}.`].join('\n')
}
