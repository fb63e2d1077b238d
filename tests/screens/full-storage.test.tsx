import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { planNamed, profileWith, serve } from '../support/billing-examples'
import { openApp, signedInAs } from '../support/render-app'
import { withSettings } from '../support/with-settings'

/** From here on the browser stores nothing more. */
function fillStorage(): void {
  const full = new Proxy(localStorage, {
    get(storage, name) {
      if (name === 'setItem') throw new DOMException('full', 'QuotaExceededError')
      const value = Reflect.get(storage, name)
      return typeof value === 'function' ? value.bind(storage) : value
    },
  })
  vi.stubGlobal('localStorage', full)
  onTestFinished(() => void vi.unstubAllGlobals())
}

test('a failed payment is shown where the browser’s storage is full', async () => {
  withSettings({ isOurServer: true })
  await signedInAs('admin')
  const profile = profileWith(planNamed('Growth'))
  const { organization } = profile
  if (organization.subscription_plan) organization.subscription_plan.payment_state = 'pending'
  serve({ profile })
  fillStorage()
  openApp('/dashboard/main')
  await screen.findByRole('region', { name: 'Payment' })
  expect(screen.queryByText('Unexpected Application Error!')).toBeNull()
})
