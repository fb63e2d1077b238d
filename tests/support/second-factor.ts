import { screen } from '@testing-library/react'
import { demoPassword } from '../../server/demo/demo'
import { enter } from './enter'
import { phoneOf } from './phone'
import type { openApp } from './render-app'

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
