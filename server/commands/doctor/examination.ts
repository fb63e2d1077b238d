import { readServerSettings, type ServerSettings } from '../../node/settings/settings'
import { checkDisk, checkFolder } from './data-folder'
import { checkDatabase, checkDirectAddress, checkMigrations, checkTwoFactorKeys } from './database'
import { askHealth, checkAppUrl, checkProxies } from './outside'
import { ask, fault, ok, type Report, reasonOf } from './question'
import { askRazorpay, checkClock, checkMail, checkMetabase, checkRazorpay } from './services'

/**
 * Asks all questions about a server.
 * @param environment the settings, as variables of `process.env`.
 * @param recipient the address that gets a mail; null: no mail is sent.
 * @returns the answers, in the order of the report; one alone if the settings are refused.
 */
export async function examineServer(
  environment: Record<string, string | undefined>,
  recipient: string | null,
): Promise<Report[]> {
  let settings: ServerSettings | null = null
  const ofSettings = await ask('Would the server start with these settings?', async () => {
    try {
      settings = readServerSettings(environment)
      return ok(settings.production ? 'Yes.' : 'Yes, for development: NODE_ENV says so.')
    } catch (error) {
      return fault(
        reasonOf(error),
        'Mend them: docs/settings.md says what each may be. Then ask again, for the rest.',
      )
    }
  })
  if (settings === null) return [ofSettings]
  return [ofSettings, ...(await examineAll(settings, recipient))]
}

function examineAll(settings: ServerSettings, recipient: string | null): Promise<Report[]> {
  const { databaseUrl, dataDirectory } = settings
  const razorpay = askRazorpay(settings)
  const health = askHealth(settings)
  return Promise.all([
    ...(databaseUrl === undefined
      ? [
          ask('Can this user write the data folder?', () => checkFolder(dataDirectory)),
          ask('Has its disk room?', () => checkDisk(dataDirectory)),
        ]
      : [
          ask('Does PostgreSQL let us in?', () => checkDatabase(databaseUrl)),
          ask('Can backups read it?', () =>
            checkDirectAddress(databaseUrl, settings.directDatabaseUrl),
          ),
          ask('Has the database the tables of this version?', () => checkMigrations(databaseUrl)),
          ask('Can the codes of all authenticator apps be checked?', () =>
            checkTwoFactorKeys(databaseUrl, settings.twoFactor),
          ),
        ]),
    ask('Does the mail server take our mails?', () => checkMail(settings, recipient)),
    ask('Does Razorpay take our keys and plans?', () => checkRazorpay(razorpay)),
    ask('Is this machine’s clock that of Razorpay?', () => checkClock(razorpay)),
    ask('Does Metabase take our links?', () => checkMetabase(settings)),
    ask('Does this installation answer at APP_URL?', () => checkAppUrl(settings, health)),
    ask('Is TRUSTED_PROXIES the number of proxies?', () => checkProxies(health)),
  ])
}
