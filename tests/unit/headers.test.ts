import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { securityHeaders } from '../../server/node/edge/headers'
import { readServerSettings } from '../../server/node/settings/settings'
import { razorpay } from '../support/settings-examples'

test.each([
  ['the sandbox', 'no-referrer', {}],
  ['Razorpay', 'strict-origin', razorpay],
  ['Razorpay, switched off,', 'no-referrer', { ...razorpay, CHECKOUT_REFERER: 'off' }],
])('with %s the referrer policy is %s', async (_payments, policy, environment) => {
  const { sendsReferer } = readServerSettings(environment)
  const app = new Hono().use(securityHeaders(false, sendsReferer))
  const { headers } = await app.request('/reset-password/secret')
  expect(headers.get('referrer-policy')).toBe(policy)
})
