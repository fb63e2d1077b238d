import { print, readDataSettings, runCommand } from '../command'
import { asText, examine } from './check'
import { dataFolderChecks } from './data-folder'
import { databaseChecks, examineDatabase } from './database'
import { askFromOutside, outsideChecks } from './outside'
import { askRazorpay, serviceChecks } from './services'
import { readAll, settingsCheck } from './settings-check'

/** Of one check, in ms: longer than the calls that it makes. */
const timeout = 20_000

const usage = `npm run --silent doctor -- [--json] [--mail <address>]

Looks for what keeps the server from its work, and changes nothing. --mail sends one mail to the address.`

const hadAuthorities = process.env.NODE_EXTRA_CA_CERTS !== undefined

/** `npm run doctor` (D135). It fails if there is a fault. */
runCommand(async (words, from) => {
  const { isJson, recipient } = readWords(words)
  const read = readAll(process.env)
  const settings = 'settings' in read ? read.settings : null
  const data = settings ?? attempt(readDataSettings)
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
  const lateAuthorities = !hadAuthorities && process.env.NODE_EXTRA_CA_CERTS !== undefined
  const services = settings && {
    settings,
    recipient,
    razorpay: askRazorpay(settings),
    lateAuthorities,
  }
  const outside = settings && askFromOutside(settings)
  const reports = (
    await Promise.all([
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
  ).flat()
  await print(isJson ? JSON.stringify(reports, null, 2) : asText(reports))
  // Whatever still doesn't answer must not keep the process alive.
  process.exit(reports.some(({ result }) => result === 'fault') ? 1 : 0)
})

/** @throws Error with the usage. */
function readWords(words: readonly string[]): { isJson: boolean; recipient: string | null } {
  const rest = words.filter((word) => word !== '--json')
  const [option, address = '', ...more] = rest
  const isMail = option === '--mail' && /^[^\s@]+@[^\s@]+$/.test(address) && more.length === 0
  if (rest.length > 0 && !isMail) throw new Error(usage)
  return { isJson: rest.length < words.length, recipient: isMail ? address : null }
}

function attempt<Result>(act: () => Result): Result | null {
  try {
    return act()
  } catch {
    return null
  }
}
