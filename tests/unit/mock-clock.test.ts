import { expect, test } from 'vitest'
import { defaultConditions } from '../../mocks/conditions'
import { answerRequest, createDemoData } from '../../mocks/mock-api'
import { demoMember } from '../../server/demo/demo'
import { requestTo } from '../support/request-to'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** Made once: that takes longer than the tests. */
const demo = createDemoData('http://localhost')

/** The demo, and what it answers while mock mode's clock is ahead. */
async function openDemo() {
  const data = structuredClone(await demo)
  return {
    /** @returns the answer's status. */
    async call(path: string, body: object, ahead = 0) {
      const conditions = { ...defaultConditions, clock: ahead }
      return (await answerRequest(data, requestTo(path, { body }), conditions)).status
    },
    /** @returns the token in the link of the last mail that has one. */
    mailedToken(path: string) {
      const link = new RegExp(`/${path}/(\\S+)`)
      return link.exec(data.mails.findLast(({ text }) => link.test(text))?.text ?? '')?.[1]
    },
  }
}

test.each([
  [7 * day - hour, 200],
  [7 * day + hour, 422],
])(
  'with the clock %i ms ahead, opening the demo’s invitation answers %i',
  async (ahead, status) => {
    const { call, mailedToken } = await openDemo()
    const invitation_token = mailedToken('invite')
    expect(await call('/api/invite/', { invitation_token }, ahead)).toBe(status)
  },
)

test.each([
  [hour - 60_000, 200],
  [hour + 60_000, 422],
])('with the clock %i ms ahead, setting a password by a link answers %i', async (ahead, status) => {
  const { call, mailedToken } = await openDemo()
  await call('/api/forgot-password/', { email: demoMember.email })
  const body = { reset_token: mailedToken('reset-password'), new_password: 'a new password' }
  expect(await call('/api/reset-password/', body, ahead)).toBe(status)
})
