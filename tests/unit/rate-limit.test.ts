import { expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import type { RateLimit } from '../../server/api/counts'
import type { LogFields } from '../../server/api/host-environment'
import { BusyError } from '../../server/api/http-error'
import { type Action, type Limit, type RateLimits, rateLimits } from '../../server/api/limits'
import { countLocally } from '../../server/api/local-counts'
import { clearCounts, countsOf, refuseIfSpent, withRateLimit } from '../../server/api/rate-limit'
import { createApp } from '../../server/app/app'
import { createMemoryStore, emptyMemoryData } from '../../server/app/memory-store'
import { readServerSettings } from '../../server/node/settings/settings'
import { sandboxWebhookSecret } from '../../server/payments/sandbox/sandbox'
import { sign } from '../../server/payments/signatures'
import { CallerRefused } from '../../server/store/change'
import { StoreBusy } from '../../server/store/unavailable'

const minute = 60_000
const silent = { info() {}, error() {} }

/** @returns services with limits, which don't refill, because their clock stands still. */
const servicesAt = (now: Date) => ({
  ...createMockServices(emptyMemoryData(), silent, () => now),
  rateLimits: rateLimits(),
})
test('the factor multiplies only the limits of one network', () => {
  const { rateLimits: multiplied } = readServerSettings({ RATE_LIMIT_NETWORK_FACTOR: '7' })
  const flat = (limits: RateLimits) => Object.values<readonly Limit[]>(limits).flat()
  expect(multiplied && flat(multiplied)).toEqual(
    flat(rateLimits()).map((limit) =>
      limit.by.join() === 'network' ? { ...limit, calls: 7 * limit.calls } : limit,
    ),
  )
})

/** Those that no other test uses up: how often, counted by what, in how many minutes, and with which others. */
const inWords: Partial<Record<keyof RateLimits, string>> = {
  login: '600 network in 1 as open, 300 network in 15',
  tryPassword: '10 address+network in 15, 300 address in 15',
  mailNotice: '40 mailbox in 1440',
  noticeNewBrowser: '1 user in 1440',
  tryRecoveryCode: '5 user+network in 15',
  useRecoveryCode: '10 user in 1440',
  tellOfRefusedCodes: '1 user in 1440',
  tryCodeOfSession: '5 user+network in 15',
  tellOfCodesRefusedBySessions: '1 user in 1440',
  tryCodeOfLinksOfDay: '20 user in 1440',
  tellOfCodesRefusedByLinks: '1 user in 1440',
  tellOfRefusedPasskey: '1 user in 1440',
  signup: '600 network in 1 as open, 100 network in 60',
  signUpAs: '10 address+network in 60, 100 address in 60',
  foundOrganisation: '20 network in 60',
  forgotPassword: '600 network in 1 as open, 100 network in 60 as resets',
  mailResetLink: '5 address+network in 60, 10 address in 60',
  mailResetLinkToSubAddress: '20 mailbox in 60',
  resetPassword: '600 network in 1 as open, 100 network in 60 as resets, 30 token in 60',
  setPasswordByLink: '5 user in 1440',
  refreshToken: '30 token in 1, 600 network in 1 as open if it fails',
  beginPasskeySignIn: '600 network in 1 as open by each server',
  getPricing: '600 network in 1 as open by each server',
  updateProfile: '60 user in 1, 100 user in 1440 as updateProfile of a day',
  changePassword: '30 user in 1440',
  leave: '20 user in 60',
  exportAccount: '20 user in 60',
  setPassword: '10 user in 1440',
  setSecondFactor: '5 user in 60, 10 user in 1440 as setSecondFactor of a day',
  exportData: '5 user in 1440',
  endSessions: '10 user in 1440',
  changeAddress:
    '5 user in 60, 8 user in 1440 as changeAddress of a day, 10 address in 1440, 40 mailbox in 1440',
  askAddress: '10 mailbox in 1440',
  askAccountingAddress: '5 mailbox+organisation in 1440, 40 mailbox in 1440',
  mailAddressLink: '5 user in 60, 10 user in 1440 as mailAddressLink of a day',
  changeSlug: '30 user in 60',
  renamed: '10 organisation in 1440',
  slugChanged: '2 organisation in 43200',
  deleteOrganisation: '20 user in 60',
  deletionRequested: '3 organisation in 1440',
  secondFactorRuleChanged: '5 organisation in 1440',
  addCopy: '10 organisation in 60, 50 organisation in 1440 as addCopy of a day',
  inviteTeamMembers: '60 user in 60, 200 user in 1440 as inviteTeamMembers of a day',
  learnOfAccount: '1200 network in 60',
  sendInvitation: '500 organisation in 60',
  mailInvitation: '20 address in 1440, 40 mailbox in 1440',
  setRole: '50 organisation in 1440, 50 user in 1440 as over people',
  removeMember: '200 organisation in 60, 50 user in 1440 as over people',
  resendInvitation: '60 user in 60, 200 user in 1440 as resendInvitation of a day',
  revokeInvitation: '60 user in 1, 500 user in 1440 as revokeInvitation of a day',
  beginTwoFactor: '30 user in 60',
  confirmTwoFactor: '30 user in 15',
  removeTwoFactor: '10 user in 1440',
  renewRecoveryCodes: '5 user in 1440',
  resetTwoFactor: '100 organisation in 60, 50 user in 1440 as over people',
  beginPasskey: '20 user in 60',
  addPasskey: '20 user in 60',
  removePasskey: '20 user in 60',
  changeRole: '5 user in 1440',
  createSubscription: '10 organisation in 1440',
  refuseProof: '50 organisation in 1440',
  stopRenewing: '5 organisation in 1440 as renewals',
  keepRenewing: '5 organisation in 1440 as renewals',
  checkPayment: '6 organisation in 1',
  changePaymentMethod:
    '6 organisation in 1, 5 organisation in 1440 as changePaymentMethod of a day',
  sendReportNow: '3 user in 60',
}
test.each(Object.entries(inWords))('%s is limited to %s', (name, words) => {
  const limits = Object.entries<readonly Limit[]>(rateLimits()).find(([of]) => of === name)?.[1]
  const said = limits?.map(({ by, calls, window, sharedAs, perServer, failuresOnly }) => {
    const others = `${sharedAs ? ` as ${sharedAs}` : ''}${perServer ? ' by each server' : ''}`
    const when = failuresOnly ? ' if it fails' : ''
    return `${calls} ${by.join('+')} in ${window / minute}${others}${when}`
  })
  expect(said?.join(', ')).toBe(words)
})

test.each([
  ['a second', '1', 1],
  ['2 seconds', '2', 1_001],
  ['a minute', '60', 60_000],
  ['2 minutes', '61', 60_001],
  ['2 hours', '5460', 91 * minute],
  ['3 days', '172860', (48 * 60 + 1) * minute],
])('a call too many is asked to come back in %s, rounded up', (words, seconds, wait) => {
  expect(() => refuseIfSpent(wait)).toThrow(
    expect.objectContaining({
      status: 429,
      message: `Too many attempts. Please try again in ${words}.`,
      details: { headers: { 'Retry-After': seconds } },
    }),
  )
})

test("sweeping local counts keeps those that aren't fully refilled", () => {
  const store = createMemoryStore()
  const limit: RateLimit = { calls: 1, window: minute }
  const count = (key: string, time: number) =>
    countLocally(store, [{ key, limit }], new Date(time * minute))
  for (let index = 0; index <= 10_000; index += 1) expect(count(`key ${index}`, 1)).toBe(0)
  expect(count('key 0', 1)).toBe(minute)
  expect(count('key 0', 2)).toBe(0)
})

test.each([new CallerRefused('signed-out'), new StoreBusy(), new BusyError('', 1)])(
  'a change that %s keeps from beginning costs nothing',
  async (gone) => {
    const services = servicesAt(new Date(0))
    const subjects = { user: 'ada', address: 'ada@acme.test' }
    for (let turn = 0; turn < 30; turn += 1) {
      const changing = withRateLimit(services, 'changeAddress', subjects, () =>
        Promise.reject(gone),
      )
      await expect(changing).rejects.toBe(gone)
    }
  },
)

test('a new password by a link gives back all tries of passwords and codes, and nothing else', async () => {
  const services = servicesAt(new Date(0))
  const address = 'ada@acme.test'
  const subjects = { user: 'ada', address, network: 'here', mailbox: address }
  const names = Object.keys(rateLimits()) as Action[]
  const actions = names.filter((name) => /^(try|mail(?!Report)|tell|set|change)/.test(name))
  // Nor does a copy of the database say whose they are.
  const kept = actions.flatMap((action) => countsOf(services, action, subjects))
  expect(JSON.stringify(kept)).not.toContain(address)
  const act = (action: Action) =>
    withRateLimit(services, action, subjects, async () => true).catch(() => false)
  /** @returns the actions that can be done once, at least. */
  async function useUp(): Promise<Action[]> {
    const possible: Action[] = []
    for (const action of actions) {
      let turns = 0
      while (await act(action)) turns += 1
      if (turns > 0) possible.push(action)
    }
    return possible
  }
  expect(await useUp()).toEqual(actions)
  expect(await useUp()).toEqual([])
  await clearCounts(services, subjects)
  expect((await useUp()).sort()).toEqual([
    ...['mailResetLink', 'tryCode', 'tryCodeOfDay', 'tryCodeOfSession'],
    ...['tryCodeOfSessionsOfDay', 'tryPassword', 'tryRecoveryCode', 'tryRecoveryCodeOfDay'],
  ])
})

test("forged webhooks are refused after the sixtieth in a minute, and the provider's never", async () => {
  const app = createApp(servicesAt(new Date(0)))
  const body = JSON.stringify({ event: 'payment.captured', payload: {} })
  const logFields: LogFields = {}
  async function post(clientAddress: string, signature: string) {
    const sent = { method: 'POST', headers: { 'x-razorpay-signature': signature }, body }
    const request = new Request('http://localhost/api/payments/webhook/', sent)
    return (await app.fetch(request, { clientAddress, logFields })).status
  }
  const signature = await sign(body, sandboxWebhookSecret)
  for (let call = 0; call < 100; call += 1) expect(await post('192.0.2.1', signature)).toBe(200)
  expect(logFields).toEqual({ call: 'webhook', outcome: 'ignored' })
  for (let call = 0; call < 60; call += 1) expect(await post('192.0.2.1', 'forged')).toBe(400)
  expect(await post('192.0.2.1', 'forged')).toBe(429)
  expect(await post('192.0.2.8', 'forged')).toBe(400)
  expect(await post('192.0.2.1', signature)).toBe(200)
})
