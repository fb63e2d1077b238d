import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** What a run of `npm run doctor` has said. */
interface Diagnosis {
  code: number | null
  output: string
  /** On standard error, but for the line about the settings. */
  said: string
}

/**
 * Runs `npm run doctor` as an operator does, with settings of its own.
 * @param environment its variables; `.env` is the contents of that file.
 */
function runDoctor(
  { '.env': file = '', ...environment }: Record<string, string>,
  ...words: string[]
): Promise<Diagnosis> {
  const folder = newFolder()
  // Also an empty one: a service on this machine may have settings.
  writeFileSync(join(folder, '.env'), file)
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(inject('programsFolder'), 'doctor.js'), ...words],
      { cwd: folder, env: { PATH: process.env.PATH, ...environment } },
      (_error, stdout, stderr) => {
        const said = stderr.replace(/^Settings: .*\n/, '')
        resolve({ code: child.exitCode, output: stdout || said, said })
      },
    )
  })
}

/**
 * Runs it, and expects that it tells no secret and fails if there is a fault.
 * @returns the answer to each question.
 */
export async function diagnose(
  environment: Record<string, string>,
  ...words: string[]
): Promise<Answers> {
  const { code, output, said } = await runDoctor(environment, '--json', ...words)
  expect(said).not.toContain('DeprecationWarning')
  const reports: Report[] = JSON.parse(output)
  const isFaulty = reports.some(({ result }) => result === 'fault')
  expect(code).toBe(isFaulty ? 1 : 0)
  return bySubject(reports, environment)
}

/** The same without a process of its own, which takes most of the time: what it examines is all that counts. */
export async function examination(
  environment: Record<string, string>,
  recipient: string | null = null,
): Promise<Answers> {
  return bySubject(await examineServer(environment, recipient), environment)
}

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
