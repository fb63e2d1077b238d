import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { planNamed } from '../support/billing-examples'
import { profileExample, receiptExample } from '../support/examples'
import { enter, openApp, openAs, signedInAs } from '../support/render-app'
import { respond } from '../support/respond'
import { serveTeam, teamExample, teamMember } from '../support/team-examples'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const receipt = receiptExample({ receipt_id: 'inv_1', taken_at: '2026-09-28T12:00:00.000Z' })

beforeEach(() => {
  respond('getPricing', { all_pricing: [planNamed('Growth', 'yearly')] })
})

const findField = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Search' })
const queryField = () => screen.queryByRole('combobox', { name: 'Search' })
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const active = () => {
  const id = queryField()?.getAttribute('aria-activedescendant')
  return id && document.getElementById(id)?.textContent
}

async function opened(role: 'admin' | 'member' = 'admin') {
  await signedInAs(role)
  const app = openApp('/dashboard/main')
  await screen.findByTitle('Acme Analytics Overview')
  await app.user.click(screen.getByRole('button', { name: 'Search...' }))
  const field = await findField()
  // Browsers put the focus there by themselves; happy-dom doesn't.
  field.focus()
  return { ...app, field }
}

describe('its commands', () => {
  test('are the pages at first, and later what was chosen before them', async () => {
    const { user, field, address } = await opened('admin')
    const pages = ['Dashboard', 'Pricing', 'Invite Team', 'Profile', 'Your Subscribed Plan']
    expect(options()).toEqual(pages)
    enter(field, 'growth')
    await screen.findByRole('option', { name: /Growth/ })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/dashboard/pricing?interval=yearly'))
    await user.keyboard('{Control>}k{/Control}')
    await findField()
    expect(options()).toEqual(['GrowthYearly plan', ...pages])
    await user.keyboard('dark{Enter}')
    await screen.findByRole('button', { name: 'Switch to light theme' })
    await user.keyboard('{Control>}k{/Control}')
    await findField()
    await user.keyboard('invite{Enter}')
    await waitFor(() => expect(address()).toBe('/dashboard/invite-team'))
    await user.keyboard('{Control>}k{/Control}')
    await findField()
    expect(options().slice(0, 2)).toEqual(['Invite TeamPage', 'GrowthYearly plan'])
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(address()).toBe('/dashboard/pricing?interval=yearly'))
    await user.keyboard('{Control>}k{/Control}')
    await findField()
    expect(options().slice(0, 2)).toEqual(['GrowthYearly plan', 'Invite TeamPage'])
  })

  test('of a member are their own, and no plan is fetched', async () => {
    const { user, field } = await opened('member')
    expect(options()).toEqual(['Dashboard', 'Profile'])
    await user.type(field, 'o')
    expect(options()).toEqual([
      'Copy the organisation link',
      'Log Out',
      'Switch to dark theme',
      'Keyboard shortcuts',
      'Dashboard',
      'Profile',
    ])
    expect(api.requests).toEqual(['GET /api/profile/'])
  })

  test('of our server are settings, people and receipts, too; a group shows four until asked', async () => {
    withSettings({ isOurServer: true })
    const dashboards = ['overview', 'sales'].map((name) => ({ dashboard_id: name, name }))
    respond('getProfile', profileExample({ organization: { dashboards } }))
    const names = ['Ada', 'Bea', 'Clea', 'Dina', 'Emma', 'Finn']
    const members = names.map((name) => teamMember(`${name} Sessel`))
    serveTeam({ ...teamExample(), members })
    // An unpaid one has no page to open.
    const unpaid = { ...receipt, receipt_id: 'inv_2', state: 'unpaid' as const }
    respond('getReceipts', { data: [unpaid, receipt], seller: null })
    const { user, field, address } = await opened('admin')
    enter(field, 'sess')
    await waitFor(() => expect(options()).toContain('Show all 6'))
    expect(options().slice(0, 6)).toEqual([
      'SessionsProfile Settings',
      'ASAda Sesselada@acme.test · Member',
      'BSBea Sesselbea@acme.test · Member',
      'CSClea Sesselclea@acme.test · Member',
      'DSDina Sesseldina@acme.test · Member',
      'Show all 6',
    ])
    await user.click(screen.getByRole('option', { name: 'Show all 6' }))
    expect(active()).toBe('ESEmma Sesselemma@acme.test · Member')
    enter(field, 'sesse')
    expect(options()).toContain('Show all 6')
    // There are no second factors here.
    enter(field, '2fa')
    expect(options()).toEqual([])

    enter(field, 'a sess')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/dashboard/invite-team?filter=ada%40acme.test'))
    const filter = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Filter Team' })
    expect(filter.value).toBe('ada@acme.test')
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await findField(), 'sales{Enter}')
    await waitFor(() => expect(address()).toBe('/dashboard/main?dashboard=sales'))
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await findField(), 'receipt')
    expect(options()[0]).toMatch(/Sep.* · Growth\$99\.00Paid$/)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/dashboard/receipt/inv_1'))
  })

  test.each([
    ['member', 'passkeys', 'Passkeys', '/dashboard/profile?tab=security'],
    ['admin', 'rename', 'Name', '/dashboard/organisation'],
    ['admin', 'delete organisation', 'Delete Acme Analytics', '/dashboard/organisation'],
  ] as const)(
    'of a(n) %s lead by “%s” to a part of the settings, and focus its title',
    async (role, typed, name, part) => {
      withSettings({ isOurServer: true, hasTwoFactor: true })
      const { user, field, address } = await opened(role)
      enter(field, typed)
      await user.keyboard('{Enter}')
      const title = await screen.findByRole('heading', { name })
      await waitFor(() => expect(document.activeElement).toBe(title))
      expect(address()).toBe(part)
    },
  )
})

test('arrow keys, Home and End move through it, the end of composing a word opens nothing, and a click outside closes it', async () => {
  const { user, field, address } = await opened('member')
  expect(active()).toBe('Dashboard')
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  await user.keyboard('{ArrowUp}')
  expect(active()).toBe('Profile')
  expect(scrolled.mock.contexts).toEqual([screen.getByRole('option', { selected: true })])
  await user.keyboard('{ArrowDown}')
  expect(active()).toBe('Dashboard')
  await user.keyboard('{End}')
  expect(active()).toBe('Profile')
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
  expect(queryField()).not.toBeNull()
  expect(address()).toBe('/dashboard/main')
  await user.keyboard('{Home}')
  expect(active()).toBe('Dashboard')
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Dashboard')
  enter(field, 'zebra')
  screen.getByText('Nothing found for “zebra”')
  expect(options()).toEqual([])
  await user.keyboard('{Enter}{ArrowDown}')
  const dialog = screen.getByRole('dialog', { name: 'Search' })
  // A selection that is dragged out of it doesn't close it.
  fireEvent.pointerDown(field)
  fireEvent.click(dialog)
  expect(queryField()).not.toBeNull()
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog)
  await waitFor(() => expect(queryField()).toBeNull())
  // The browser has keys like it, which are prevented.
  expect(fireEvent.keyDown(document.body, { key: 'k', metaKey: true })).toBe(false)
  await findField()
  await user.keyboard('{Control>}k{/Control}')
  expect(queryField()).toBeNull()
})

const list = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })

/** Opens a page whose shortcuts have loaded: they come when the browser is idle. */
async function withShortcuts() {
  const app = await openAs('admin', '/dashboard/main')
  await screen.findByTitle('Acme Analytics Overview')
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: '?' })
    expect(list()).not.toBeNull()
  })
  return app
}

test('the question mark lists the shortcuts, and G with a letter opens a page, outside of fields', async () => {
  localStorage.setItem('sidebar', 'collapsed')
  const { user, address } = await withShortcuts()
  const keysOf = (name: string) =>
    screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
  expect([keysOf('Your Subscribed Plan'), keysOf('Light or dark')]).toEqual(['GthenB', 'T'])
  await user.click(screen.getByRole('button', { name: 'Close' }))
  // The browser's own.
  await user.keyboard('{Meta>}[[{/Meta}')
  screen.getByRole('button', { name: 'Open menu' })
  expect(screen.getByRole('complementary', { name: 'Sidebar' }).className).toContain('invisible')
  await user.keyboard('[[')
  screen.getByRole('button', { name: 'Close menu' })
  expect(localStorage.getItem('sidebar')).toBe('expanded')
  await user.keyboard('t')
  screen.getByRole('button', { name: 'Switch to light theme' })
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
  const { user, address } = await withShortcuts()
  await user.click(screen.getByRole('switch', { name: 'Single-key shortcuts' }))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.keyboard('?gp')
  expect(list()).toBeNull()
  expect(address()).toBe('/dashboard/main')
  await user.keyboard('{Control>}/{/Control}')
  expect(list()).not.toBeNull()
})
