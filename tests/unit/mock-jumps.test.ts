import { beforeEach, expect, test } from 'vitest'
import { defaultConditions } from '../../mocks/conditions'
import { answerRequest, passTime } from '../../mocks/mock-api'
import type { MemoryData } from '../../server/app/memory-store'
import { demoAdmin } from '../../server/demo/demo'
import { requestTo } from '../support/request-to'
import { openScenario } from '../support/scenario'

/** Mock mode's clock jumps, and what happens meanwhile happens (docs/mock-mode.md). */

const day = 24 * 60 * 60 * 1_000
let data: MemoryData
let token: string
/** The server's time, in ms since 1970. */
let now: number

/** Acme's plan by a scenario, as of now. */
async function open(scenario: string): Promise<void> {
  ;({ data, token } = await openScenario(scenario))
  now = Date.now()
  await ask('/api/profile/')
}

beforeEach(() => open('admin,subscribed'))

async function ask(path: string, method = 'GET') {
  const conditions = { ...defaultConditions, clock: now - Date.now() }
  return await answerRequest(data, requestTo(path, { method, token }), conditions)
}

/** Jumps some days ahead, as the panel does, and asks for something. */
async function jump(days: number): Promise<void> {
  const since = now
  now += days * day
  await passTime(data, since, now, 'http://localhost')
  await ask('/dev/mailbox.json')
}

/** @returns an admin's mails since the last call, the oldest first. */
const mailsSince = () => data.mails.splice(0).filter(({ to }) => to === demoAdmin.email)
const mailed = () => mailsSince().map(({ subject }) => subject)

const fail = () => {
  const [kept] = data.sandboxSubscriptions.filter(({ paidAt }) => paidAt !== null)
  kept?.acts.push({ kind: 'card', at: new Date(now), card: 'failing' })
}

test('jumping a month and a week ahead mails the receipt of the renewal', async () => {
  mailed()
  await jump(38)
  expect(mailed()).toEqual(['Your receipt for Starter on Orglens'])
})

test('jumping over a failed payment mails that it failed, and that it was given up', async () => {
  fail()
  await jump(29)
  mailed()
  await jump(7)
  expect(mailed()).toEqual([
    'The payment for Starter failed: your Orglens plan',
    expect.stringMatching(/^Starter ends on .*: your Orglens plan$/),
  ])
  await jump(31)
  expect(mailed()).toEqual(['Starter has ended: your Orglens plan'])
})

test('jumping over the end of a stopped plan mails both its announcement and its end', async () => {
  expect((await ask('/api/stop-renewing/', 'POST')).status).toBe(204)
  mailed()
  await jump(33)
  expect(mailed()).toEqual([
    expect.stringMatching(/^Starter ends on /),
    'Starter has ended: your Orglens plan',
  ])
})

test('jumping over the renewal of a year mails both reminders and the receipt, in its currency', async () => {
  await open('admin,subscribed:scale:yearly:INR')
  // Nothing is due before, and to live through each day takes its time.
  now += 345 * day
  mailed()
  await jump(22)
  const mails = mailsSince()
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Scale renews on /),
    expect.stringMatching(/^Scale renews on /),
    'Your receipt for Scale on Orglens',
  ])
  for (const { text } of mails) expect(text).toContain('₹249,990.00')
})

test('jumping back does nothing', async () => {
  mailed()
  await jump(-7)
  expect(mailed()).toEqual([])
})
