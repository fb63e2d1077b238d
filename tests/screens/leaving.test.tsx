import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { serve } from '../support/billing-examples'
import { openApp, signedInAs } from '../support/render-app'
import { dayOf, paid, profileOf, renews } from '../support/renewal-examples'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

/** What leaving says of the payment method (D110). */

beforeEach(async () => {
  withSettings({ isOurServer: true })
  await signedInAs('member')
  api.server.use(http.get('*/api/account/sessions/', () => HttpResponse.json({ sessions: [] })))
})

test.each([
  [
    'an admin whose card pays',
    { ...paid, is_payer: true },
    `Visa ending in 4242 will still be charged for the Growth plan: $99.50 on ${dayOf(renews, true)}.`,
  ],
  // They see nothing else of the payment.
  [
    'a member whose card pays',
    { is_payer: true },
    'Your payment method will still be charged for the Growth plan.',
  ],
  ['anybody else', paid, null],
])('says to %s whether it goes on paying', async (_who, details, said) => {
  serve({ profile: profileOf(details) })
  const { user } = openApp('/dashboard/profile')
  await user.click(await screen.findByRole('button', { name: 'Leave…' }))
  const dialog = await screen.findByRole('dialog')
  if (said) within(dialog).getByText(said)
  else expect(dialog.textContent).not.toContain('still be charged')
})
