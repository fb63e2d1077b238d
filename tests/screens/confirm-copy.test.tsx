import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failureLines } from '../support/failure-lines'
import { openApp, signedInAs } from '../support/render-app'
import { lose, refuse, respond } from '../support/respond'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

test('a mail’s link confirms an address for copies after a press, not before, and says why that failed', async () => {
  await signedInAs('admin')
  withSettings({ isOurServer: true })
  const { user } = openApp('/confirm-copy/a-token')
  const press = async () => await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await screen.findByRole('heading', { name: 'Get copies of receipts?' })
  expect(api.requests).not.toContain('POST /api/buyer/copies/confirm/')
  for (const [status, ...lines] of [
    [422, 'This link has expired.', 'An admin can add the address again.'],
    [409, 'It was not confirmed.', 'No.'],
    [403, 'It was not confirmed.', 'Please try again.'],
  ] as const) {
    refuse('confirmCopy', status)
    await press()
    await waitFor(async () => expect(await failureLines()).toEqual(lines))
  }
  lose('confirmCopy')
  await press()
  const lost = 'We couldn’t confirm it: the address may be confirmed. Please check.'
  await waitFor(async () => expect(await failureLines()).toEqual([lost]))
  respond('confirmCopy', { organization_name: 'Acme Analytics', email: 'accounts@acme.test' })
  await press()
  await screen.findByText('Acme Analytics emails its receipts to accounts@acme.test.')
  screen.getByRole('link', { name: 'Open the dashboard' })
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
})
