import { screen } from '@testing-library/react'
import { demoPassword } from '../../server/demo/demo'
import { call } from '../../src/api/call'
import { clearPageSession } from '../../src/api/page-session'
import { phoneOf } from './phone'
import { enter, type openApp, signedInAs } from './render-app'
import { api } from './test-api'

/**
 * Sets a second factor up on the screen, as far as the first code.
 * @param now the phone's clock, in ms since 1970.
 */
export async function beginSetUp(
  { user }: Pick<ReturnType<typeof openApp>, 'user'>,
  now = Date.now,
) {
  await user.click(await screen.findByRole('button', { name: 'Set up…' }))
  enter(screen.getByLabelText('Your password'), demoPassword)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  const key = (await screen.findByText(/^([A-Z2-7]{4} ?){8}$/)).textContent ?? ''
  return phoneOf(key.replace(/\s/g, ''), now)
}

/** Signs the demo's admin in and gives them a second factor. @returns their phone and recovery codes. */
export async function securedAdmin() {
  await signedInAs('admin')
  // The calls below belong to this session, whichever was there before.
  clearPageSession()
  const { uri } = await call('beginTwoFactor', { password: demoPassword })
  const phone = phoneOf(uri)
  const { recovery_codes: codes } = await call('confirmTwoFactor', { code: phone.next() })
  api.requests.length = 0
  return { phone, codes }
}
