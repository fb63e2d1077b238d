import { createInterface } from 'node:readline/promises'
import { PaymentsError } from '../api/payments'
import { noWork } from '../api/services'
import type { Store } from '../api/store'
import { readInstalledFont } from '../node/installed-fonts'
import { openCommandStore, print, readCommandSettings, runCommand } from './command'
import * as requests from './operator-requests'

/** Requests to the operator: `npm run admin -- <command> <slug> [<address> or <number>] [--yes]`. */
const commands = {
  'make-admin': requests.makeAdmin,
  remove: requests.removePerson,
  'end-sessions': requests.endSessions,
  'reset-two-factor': requests.resetTwoFactor,
  unprove: requests.unproveAddress,
  export: requests.exportPerson,
  erase: requests.erasePerson,
  'delete-organisation': requests.deleteOrganisation,
  'correct-invoice': requests.correctInvoice,
}

const usage = `npm run admin -- list <slug>
npm run admin -- make-admin <slug> <address>
npm run admin -- remove <slug> <address>
npm run admin -- end-sessions <slug> <address>
npm run admin -- reset-two-factor <slug> <address>
npm run admin -- unprove <slug> <address>
npm run --silent admin -- export <slug> <address> > <file>
npm run admin -- erase <slug> <address>
npm run admin -- delete-organisation <slug>
npm run admin -- correct-invoice <slug> <number>

Each says what it will do and asks before it does. --yes answers.`

runCommand(async (words) => {
  const [what = '', slug, address, ...rest] = words.filter((word) => word !== '--yes')
  const needsAddress = what !== 'list' && what !== 'delete-organisation'
  const isKnown = what === 'list' || Object.hasOwn(commands, what)
  const isComplete = slug !== undefined && needsAddress === (address !== undefined)
  if (!isKnown || !isComplete || rest.length > 0) throw new Error(usage)
  const store = await openCommandStore()
  try {
    const services = servicesOf(store)
    if (what === 'list') {
      for (const line of await requests.listPeople(services, slug)) await print(line)
      return
    }
    const command = commands[what as keyof typeof commands]
    const request = await command(services, slug, address ?? '')
    console.error(request.will)
    if (!words.includes('--yes')) await requireYes(slug)
    await print(await request.act())
  } finally {
    await store.close()
  }
})

/** @throws Error unless somebody at a terminal types the slug. */
async function requireYes(slug: string): Promise<void> {
  if (!process.stdin.isTTY) throw new Error('Nothing was done. Add --yes to do it.')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const typed = await terminal.question(`Type ${slug} to go on: `)
  terminal.close()
  if (typed.trim() !== slug) throw new Error('Nothing was done.')
}

/** Running servers, or the next one to start, deliver the mails and tell the provider: this command waits for neither. */
function servicesOf(store: Store): requests.OperatorServices {
  const settings = readCommandSettings()
  const { appUrl, port, productName, timeZone, haltedPlanDays, rateLimits, twoFactor } = settings
  return {
    store,
    clock: () => new Date(),
    log: { info() {}, error: console.error },
    mail: { captures: false },
    work: noWork,
    payments: {
      now: () => new Date(),
      fetchSubscription: () =>
        Promise.reject(new PaymentsError('unreachable', 'A command asks no provider.')),
    },
    twoFactor,
    tax: settings.tax,
    exportNote: settings.exportNote,
    passkeyDomain: settings.passkeyDomain,
    appUrl: appUrl ?? `http://localhost:${port}`,
    productName,
    timeZone,
    haltedPlanDays,
    rateLimits,
    accessTokenSecret: settings.accessTokenSecret,
    readFont: readInstalledFont,
  }
}
