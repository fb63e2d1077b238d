import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openApp, signedInAs } from '../support/render-app'

const list = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })

/** Opens a page whose shortcuts have loaded: they come when the browser is idle. */
async function opened() {
  await signedInAs('admin')
  const app = openApp('/dashboard/main')
  await screen.findByTitle('Acme Analytics Overview')
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: '?' })
    expect(list()).not.toBeNull()
  })
  return app
}

test('the question mark lists the shortcuts, and G with a letter opens a page, outside of fields', async () => {
  localStorage.setItem('sidebar', 'collapsed')
  const { user, address } = await opened()
  const listed = [...document.querySelectorAll('dt')].map((name) => [
    name.textContent,
    name.nextElementSibling?.textContent,
  ])
  expect(listed).toEqual([
    ['Dashboard', 'GthenD'],
    ['Pricing', 'GthenR'],
    ['Invite Team', 'GthenI'],
    ['Profile', 'GthenP'],
    ['Your Subscribed Plan', 'GthenB'],
    ['Search', 'CtrlK'],
    ['Keyboard shortcuts', '?orCtrl/'],
    ['Filter this table', 'F'],
    ['Light or dark', 'T'],
    ['Show or hide the menu', '['],
    ['Reload the dashboard', 'R'],
    ['Close what is open', 'Esc'],
  ])
  await user.click(screen.getByRole('button', { name: 'Close' }))
  screen.getByRole('button', { name: 'Open menu' })
  expect(localStorage.getItem('sidebar')).toBe('collapsed')
  await user.keyboard('[[')
  screen.getByRole('button', { name: 'Close menu' })
  expect(localStorage.getItem('sidebar')).toBe('expanded')
  for (const theme of ['light', 'dark']) {
    await user.keyboard('t')
    screen.getByRole('button', { name: `Switch to ${theme} theme` })
  }
  const frame = screen.getByTitle('Acme Analytics Overview')
  await screen.findByRole('button', { name: 'Reload' })
  await user.keyboard('r')
  expect(screen.getByTitle('Acme Analytics Overview')).not.toBe(frame)
  await user.keyboard('gp')
  await waitFor(() => expect(address()).toBe('/dashboard/profile'))
  await user.click(await screen.findByLabelText('Full Name'))
  await user.keyboard('gr?')
  expect(list()).toBeNull()
  expect(address()).toBe('/dashboard/profile')
})

test('keys without Ctrl can be switched off', async () => {
  const { user, address } = await opened()
  await user.click(screen.getByRole('switch', { name: 'Single-key shortcuts' }))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.keyboard('?gp')
  expect(list()).toBeNull()
  expect(address()).toBe('/dashboard/main')
  await user.keyboard('{Control>}/{/Control}')
  expect(list()).not.toBeNull()
})

test('R reloads the dashboard, and G waits a second for a page’s letter', async () => {
  const { user, address } = await opened()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  const frame = screen.getByTitle('Acme Analytics Overview')
  await user.keyboard('r')
  await waitFor(() => expect(screen.getByTitle('Acme Analytics Overview')).not.toBe(frame))
  const press = (key: string, timeStamp: number) =>
    fireEvent(
      document.body,
      Object.defineProperty(new KeyboardEvent('keydown', { key, bubbles: true }), 'timeStamp', {
        value: timeStamp,
      }),
    )
  press('g', 0)
  press('i', 1000)
  expect(address()).toBe('/dashboard/main')
  press('g', 2000)
  press('i', 2999)
  await waitFor(() => expect(address()).toBe('/dashboard/invite-team'))
})
