import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { failureLines } from '../support/failure-lines'
import { openApp, signedInAs } from '../support/render-app'
import { refuse, respond } from '../support/respond'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const link = '/confirm-copy/a-token'
const press = async (user: ReturnType<typeof openApp>['user']) =>
  await user.click(await screen.findByRole('button', { name: 'Confirm' }))

beforeEach(async () => {
  await signedInAs('admin')
  withSettings({ isOurServer: true })
})

test('a mail’s link confirms an address for copies after a press, not before', async () => {
  const answer = { organization_name: 'Acme Analytics', email: 'accounts@acme.test' }
  respond('confirmCopy', answer)
  const { user } = openApp(link)
  await screen.findByRole('heading', { name: 'Get copies of receipts?' })
  expect(api.requests).not.toContain('POST /api/buyer/copies/confirm/')
  await press(user)
  await screen.findByText('Acme Analytics emails its receipts to accounts@acme.test.')
  screen.getByRole('link', { name: 'Open the dashboard' })
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
})

test.each([
  [422, 'This link has expired.', 'An admin can add the address again.'],
  [409, 'It was not confirmed.', 'No.'],
  [403, 'It was not confirmed.', 'Please try again.'],
])('a link for copies that fails says why, and what helps: %i', async (status, ...lines) => {
  refuse('confirmCopy', status)
  const { user } = openApp(link)
  await press(user)
  expect(await failureLines()).toEqual(lines)
})
