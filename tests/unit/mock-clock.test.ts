import { beforeEach, expect, test } from 'vitest'
import { defaultConditions } from '../../mocks/conditions'
import { answerFrom, createDemoData } from '../../mocks/mock-api'
import type { MemoryData } from '../../server/app/memory-store'
import { demoMember } from '../../server/demo/demo'

const hour = 60 * 60 * 1000
const day = 24 * hour
let data: MemoryData

beforeEach(async () => {
  data = await createDemoData('http://localhost')
})

/** Makes a call while mock mode's clock is ahead. @returns the answer's status. */
async function call(path: string, body: object, ahead = 0): Promise<number> {
  const request = new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await answerFrom(data, request, { ...defaultConditions, clock: ahead })).status
}

/** @returns the token in the link of the last mail that has one. */
function mailedToken(path: string): string {
  const link = new RegExp(`/${path}/(\\S+)`)
  const [, token] = link.exec(data.mails.findLast(({ text }) => link.test(text))?.text ?? '') ?? []
  if (!token) throw new Error(`No mail has a link to ${path}`)
  return token
}

test.each([
  [7 * day - hour, 200],
  [7 * day + hour, 422],
])(
  'with the clock %i ms ahead, opening the demo’s invitation answers %i',
  async (ahead, status) => {
    const invitation_token = mailedToken('invite')
    expect(await call('/api/invite/', { invitation_token }, ahead)).toBe(status)
  },
)

test.each([
  [hour - 60_000, 200],
  [hour + 60_000, 422],
])('with the clock %i ms ahead, setting a password by a link answers %i', async (ahead, status) => {
  await call('/api/forgot-password/', { email: demoMember.email })
  const body = { reset_token: mailedToken('reset-password'), new_password: 'a new password' }
  expect(await call('/api/reset-password/', body, ahead)).toBe(status)
})
