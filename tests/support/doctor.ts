import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import type { Report } from '../../server/commands/doctor/check'
import { examineServer } from '../../server/commands/doctor/examination'
import { newFolder } from './folders'

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
export function runDoctor(
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
 * @returns what each check has found.
 */
export async function diagnose(
  environment: Record<string, string>,
  ...words: string[]
): Promise<Record<string, Report>> {
  const { code, output, said } = await runDoctor(environment, '--json', ...words)
  expect(said).not.toContain('DeprecationWarning')
  const reports: Report[] = JSON.parse(output)
  const isFaulty = reports.some(({ result }) => result === 'fault')
  expect(code).toBe(isFaulty ? 1 : 0)
  return byName(reports, environment)
}

/** The same without a process of its own, which takes most of the time: what it examines is all that counts. */
export async function examination(
  environment: Record<string, string>,
  recipient: string | null = null,
): Promise<Record<string, Report>> {
  const from = 'the environment'
  const reports = await examineServer({ environment, from, recipient, lateAuthorities: false })
  return byName(reports, environment)
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

function byName(
  reports: readonly Report[],
  environment: Record<string, string>,
): Record<string, Report> {
  const output = JSON.stringify(reports)
  const secrets = Object.entries(environment).flatMap(([name, value]) => {
    if (/SECRET|_KEY$/.test(name)) return [value]
    const password = URL.canParse(value) && new URL(value).password
    return password ? [password] : []
  })
  for (const secret of secrets) expect(output).not.toContain(secret)
  for (const { result, tried, todo } of reports) {
    expect(tried).not.toBe('')
    expect(todo !== null).toBe(result === 'fault' || result === 'warning')
  }
  return Object.fromEntries(reports.map((report) => [report.name, report]))
}
