import { readDataSettings } from '../command'
import { examine, type Report } from './check'
import { dataFolderChecks } from './data-folder'
import { databaseChecks, examineDatabase } from './database'
import { askFromOutside, outsideChecks } from './outside'
import { askRazorpay, serviceChecks } from './services'
import { readAll, settingsCheck } from './settings-check'

/** Of one check, in ms: longer than the calls that it makes. */
const timeout = 20_000

/** What the doctor is told. */
export interface Asked {
  /** The settings, as variables of `process.env`. */
  environment: Record<string, string | undefined>
  /** Where they come from, in words. */
  from: string
  /** Who gets a mail; null: nobody. */
  recipient: string | null
  /** Whether a file of settings names authorities, which Node reads only from variables that it starts with. */
  lateAuthorities: boolean
}

/** @returns what each check of a server has found, in the order of the report (D135). */
export async function examineServer({
  environment,
  from,
  recipient,
  lateAuthorities,
}: Asked): Promise<Report[]> {
  const read = readAll(environment)
  const settings = 'settings' in read ? read.settings : null
  const data = settings ?? attempt(() => readDataSettings(environment))
  const refused = { because: 'The settings are refused.', timeout }
  const database = data?.databaseUrl
    ? examineDatabase(
        {
          url: data.databaseUrl,
          connections: data.connections,
          twoFactor: settings?.twoFactor ?? null,
        },
        timeout / 2,
      )
    : null
  const services = settings && {
    settings,
    recipient,
    razorpay: askRazorpay(settings),
    lateAuthorities,
  }
  const outside = settings && askFromOutside(settings)
  const reports = await Promise.all([
    examine([settingsCheck], { ...read, from }, refused),
    data && !database
      ? examine(dataFolderChecks, { directory: data.dataDirectory }, refused)
      : examine(databaseChecks, database, refused),
    examine(serviceChecks, services, refused),
    examine(
      outsideChecks,
      outside,
      settings ? { because: 'APP_URL isn’t set.', timeout } : refused,
    ),
  ])
  return reports.flat()
}

function attempt<Result>(act: () => Result): Result | null {
  try {
    return act()
  } catch {
    return null
  }
}
