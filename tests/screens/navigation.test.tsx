import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { openApp, openAs, signedInAs } from '../support/render-app'
import { holdAnswer } from '../support/respond'
import { api } from '../support/test-api'

const sidebar = () => screen.findByRole('navigation', { name: 'Main' })
const pages = {
  admin: [
    ['Dashboard', '/dashboard/main'],
    ['Pricing', '/dashboard/pricing'],
    ['Invite Team', '/dashboard/invite-team'],
    ['Profile', '/dashboard/profile'],
    ['Your Subscribed Plan', '/dashboard/subscription'],
  ],
  member: [
    ['Dashboard', '/dashboard/main'],
    ['Profile', '/dashboard/profile'],
  ],
}

describe('the sidebar', () => {
  test('marks only the current page', async () => {
    const { user, address } = await openAs('admin', '/dashboard/default')
    // Of all that is on the page: the logo leads to this very address.
    const current = async () => {
      await sidebar()
      return [...document.querySelectorAll('a[aria-current]')].map((link) => link.textContent)
    }
    expect(await current()).toEqual(['Dashboard'])
    expect(screen.getByRole('contentinfo').querySelector('a')).toBeNull()
    await user.click(within(await sidebar()).getByRole('link', { name: 'Profile' }))
    await waitFor(() => expect(address()).toBe('/dashboard/profile'))
    expect(await current()).toEqual(['Profile'])
    await user.click(screen.getByRole('link', { name: 'Skip to content' }))
    expect(document.activeElement).toBe(screen.getByRole('main'))
    expect(address()).toBe('/dashboard/profile')
  })

  test('of a narrow window is a drawer, which every link closes', async () => {
    window.happyDOM.setViewport({ width: 820 })
    const { user } = await openAs('member', '/dashboard/profile')
    await user.click(await screen.findByRole('button', { name: 'Open menu' }))
    const drawer = within(screen.getByRole('dialog', { name: 'Menu' }))
    await user.keyboard('{Control>}k{/Control}')
    expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull()
    // It leads to the page that is there already.
    await user.click(drawer.getByRole('link', { name: 'Profile' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull())
  })
})

describe('the profile menu', () => {
  async function opened() {
    const app = openApp('/dashboard/main')
    await app.user.click(await screen.findByRole('button', { name: 'Profile menu' }))
    return { ...app, menu: await screen.findByRole('menu') }
  }
  test.each([
    ['admin', 'Hey, Priya', ['Profile Settings', 'Invite Team', 'Log Out']],
    ['member', 'Hey, Daniel', ['Profile Settings', 'Log Out']],
  ] as const)(
    'greets the %s by first name, beside the sidebar of all their pages, until Tab leaves it',
    async (...row) => {
      const [role, greeting, items] = row
      await signedInAs(role)
      const { menu, user, queryClient } = await opened()
      await within(menu).findByText(greeting)
      const shown = within(menu).getAllByRole('menuitem')
      expect(shown.map((item) => item.textContent)).toEqual(items)
      // The menu hides the rest of the page.
      const links = document.querySelectorAll('nav[aria-label="Main"] a')
      const pagesShown = [...links].map((link) => [link.textContent, link.getAttribute('href')])
      expect(pagesShown).toEqual(pages[role])
      // Also while it is read again.
      const release = holdAnswer('getProfile')
      void queryClient.invalidateQueries()
      await waitFor(() => expect(queryClient.isFetching()).toBeGreaterThan(0))
      expect(screen.queryAllByText('No plan yet')).toHaveLength(role === 'admin' ? 1 : 0)
      await release()
      // By itself Tab would stay in it.
      await user.tab()
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
      expect(document.activeElement).not.toBe(document.body)
    },
  )

  test('without a profile it greets User and still logs out', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await signedInAs('admin')
    api.faults = { latency: 0, failures: { getProfile: 404 } }
    const { menu, user } = await opened()
    within(menu).getByText('Hey, User')
    await user.click(within(menu).getByRole('menuitem', { name: 'Log Out' }))
    expect(localStorage.getItem('accessToken')).toBeNull()
  })
})
