import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject } from 'vitest'
import { examineServer } from '../../server/commands/doctor/examination'
import type { Report } from '../../server/commands/doctor/question'
import { newFolder } from './folders'

/** What each question is about. */
const questions = {
  settings: 'Would the server start with these settings?',
  folder: 'Can this user write the data folder?',
  disk: 'Has its disk room?',
  database: 'Does PostgreSQL let us in?',
  backups: 'Can backups read it?',
  migrations: 'Has the database the tables of this version?',
  keys: 'Can the codes of all authenticator apps be checked?',
  mail: 'Does the mail server take our mails?',
  razorpay: 'Does Razorpay take our keys and plans?',
  clock: 'Is this machine’s clock that of Razorpay?',
  metabase: 'Does Metabase take our links?',
  appUrl: 'Does this installation answer at APP_URL?',
  proxies: 'Is TRUSTED_PROXIES the number of proxies?',
}

type Answers = Partial<Record<keyof typeof questions, Report>>

/**
 * Runs `npm run doctor`, and expects that it tells no secret and fails if there is a fault.
 * @param environment its variables; `.env` is the contents of that file.
 * @returns the answer to each question.
 */
export async function diagnose(
  { '.env': file = '', ...environment }: Record<string, string>,
  ...words: string[]
): Promise<Answers> {
  const cwd = newFolder()
  // Also an empty one: a service on this machine may have settings.
  writeFileSync(join(cwd, '.env'), file)
  const program = join(inject('programsFolder'), 'doctor.js')
  const env = { PATH: process.env.PATH, ...environment }
  const run: { code?: number; stdout: string; stderr: string } = await promisify(execFile)(
    process.execPath,
    [program, '--json', ...words],
    { cwd, env },
  ).catch((error) => error)
  expect(run.stderr).not.toContain('DeprecationWarning')
  const reports: Report[] = JSON.parse(run.stdout)
  expect(run.code ?? 0).toBe(reports.some(({ result }) => result === 'fault') ? 1 : 0)
  return bySubject(reports, environment)
}

/** The same without a process of its own, which takes most of the time: what it examines is all that counts. */
export const examination = async (environment: Record<string, string>) =>
  bySubject(await examineServer(environment, null), environment)

/**
 * @param found a part of what is found, or its pattern.
 * @param todo a part of what is to do.
 * @returns what the report of a fault has to match.
 */
export const faultOf = (found: string | RegExp, todo = '') => ({
  result: 'fault',
  found: typeof found === 'string' ? expect.stringContaining(found) : expect.stringMatching(found),
  todo: expect.stringContaining(todo),
})

function bySubject(reports: readonly Report[], environment: Record<string, string>): Answers {
  const output = JSON.stringify(reports)
  const secrets = Object.entries(environment).flatMap(([name, value]) => {
    if (/SECRET|_KEY$/.test(name)) return [value]
    const password = URL.canParse(value) && new URL(value).password
    return password ? [password] : []
  })
  for (const secret of secrets) expect(output).not.toContain(secret)
  for (const { result, todo } of reports) {
    expect(todo !== null).toBe(result === 'fault' || result === 'warning')
  }
  const answers = Object.entries(questions).flatMap(([subject, question]) => {
    const report = reports.find((one) => one.question === question)
    return report ? [[subject, report]] : []
  })
  expect(answers).toHaveLength(reports.length)
  return Object.fromEntries(answers)
}
