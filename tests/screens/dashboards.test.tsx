import { act, fireEvent, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '../../contract/calls'
import { fakeTime } from '../support/fake-time'
import { holdAnswer } from '../support/held-answer'
import {
  addresses,
  aMinute,
  clickInto,
  ended,
  failLinks,
  frames,
  isBehind,
  linkOf,
  openDashboard,
  serveDashboards,
  serveLinks,
  setVisible,
} from '../support/open-dashboard'
import { openApp, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'
import { shownToasts } from '../support/toasts'
import { withSettings } from '../support/with-settings'

const names = ['Overview', 'Sales', 'Retention', 'Support']
const tabs = () => within(screen.getByRole('navigation', { name: 'Dashboards' }))
const tab = (name: string) => tabs().getByRole('link', { name })
const shown = () => frames().filter((frame) => !isBehind(frame))

let asked: string[] = []

beforeEach(async () => {
  await signedInAs('member')
  asked = serveLinks()
})

const openFour = (path?: string) => openSeveral(names, path)

async function openSeveral(names: string[], path?: string) {
  const dashboard = await openDashboard(asked, { names, ...(path && { path }) })
  return {
    ...dashboard,
    /** Chooses a tab, and waits until its frame shows. */
    choose: async (name: string) => {
      fireEvent.click(tab(name))
      await dashboard.until(() => expect(shown()[0]?.title).toBe(`Acme Analytics ${name}`))
      await dashboard.pass(1_000)
    },
  }
}

describe('several dashboards', () => {
  test('are tabs with an address and a heading each; the first shows without another request', async () => {
    const { address, choose } = await openFour()
    const links = tabs().getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual(names)
    expect(tab('Overview').getAttribute('aria-current')).toBe('page')
    screen.getByRole('heading', { name: 'Acme Analytics Overview' })
    expect(addresses()).toEqual([linkOf(0)])
    // What mails a dashboard asks for its own when the browser is idle.
    const requests = api.requests.filter((request) => request !== 'GET /api/reports/')
    expect(requests).toEqual(['GET /api/profile/'])
    expect(address()).toBe('/dashboard/main')
    await choose('Sales')
    expect(address()).toBe('/dashboard/main?dashboard=sales')
    screen.getByRole('heading', { name: 'Acme Analytics Sales' })
    expect(tab('Sales').getAttribute('aria-current')).toBe('page')
    expect(asked).toEqual(['sales'])
  })

  test('can be opened by their address, without the first one', async () => {
    await openFour('/dashboard/main?dashboard=support')
    expect(addresses()).toEqual([linkOf(1, 'support')])
    expect(asked).toEqual(['support'])
  })

  test('stay mounted once visited, up to eight: then the longest unvisited one goes', async () => {
    const many = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']
    const { choose } = await openSeveral(many)
    const titles = () => frames().map(({ title }) => title.replace('Acme Analytics ', ''))
    for (const name of many.slice(1, 8)) await choose(name)
    const eight = frames()
    expect(titles()).toEqual(many.slice(0, 8))
    await choose('One')
    expect(frames()).toEqual(eight)
    await choose('Nine')
    expect(titles()).toEqual(['One', ...many.slice(2)])
  })

  test('get no new link unseen; once shown, an untouched one has it, and a touched one says that its link has ended', async () => {
    const { choose, pass, askedFor } = await openFour()
    await choose('Sales')
    clickInto(shown()[0])
    await choose('Retention')
    await choose('Support')
    setVisible(false)
    await pass(70 * aMinute)
    setVisible(true)
    await askedFor(4)
    expect(asked).toEqual(['sales', 'retention', 'support', 'support'])
    await choose('Retention')
    await askedFor(5)
    expect(shown().map((frame) => frame.getAttribute('src'))).toEqual([linkOf(5, 'retention')])
    expect(screen.queryByText(ended)).toBeNull()
    await choose('Sales')
    screen.getByText(ended)
    expect(shown().map((frame) => frame.getAttribute('src'))).toEqual([linkOf(1, 'sales')])
    expect(asked).toHaveLength(5)
  })

  test('one that can’t be opened says so, and opens on a retry', async () => {
    const { choose, until, pass } = await openFour()
    failLinks(asked, () => new HttpResponse(null, { status: 500 }))
    fireEvent.click(tab('Sales'))
    await until(() => expect(asked).toHaveLength(1))
    for (let tries = 0; tries < 6; tries += 1) await pass(2_000)
    await until(() => screen.getByText('This dashboard could not be opened'))
    serveLinks(asked)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await choose('Sales')
  })
})

describe('the address of an unknown dashboard', () => {
  test('leads to the first, with a note', async () => {
    const { address, until } = await openFour('/dashboard/main?dashboard=2024')
    await until(() => expect(address()).toBe('/dashboard/main'))
    await until(() =>
      expect(shownToasts()).toEqual([
        ['info', 'There is no such dashboard. This is the first one.', ''],
      ]),
    )
    expect(addresses()).toEqual([linkOf(0)])
  })
})

test('on another server there are no tabs, and no notes about addresses', async () => {
  await openDashboard(asked, { isOurServer: false, names, path: '/dashboard/main?dashboard=sales' })
  expect(screen.queryByRole('navigation', { name: 'Dashboards' })).toBeNull()
  screen.getByRole('heading', { name: 'Acme Analytics Overview' })
  expect(asked).toEqual([])
})

describe('visiting another page', () => {
  const goTo = (name: string) =>
    fireEvent.click(
      within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name }),
    )

  test('keeps the dashboards as they are', async () => {
    const { choose, until, pass } = await openFour()
    await choose('Sales')
    const before = frames()
    goTo('Profile')
    await until(() => screen.getByRole('heading', { level: 1, name: 'Profile Settings' }))
    expect(frames()).toEqual(before)
    expect(shown()).toEqual([])
    expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
    await pass(aMinute)
    goTo('Dashboard')
    await until(() => expect(shown()).toEqual([before[0]]))
    await choose('Sales')
    expect(shown()).toEqual([before[1]])
  })

  test('first, until the profile’s link is about to end, opens the dashboard with a new one', async () => {
    withSettings({ isOurServer: true })
    serveDashboards(['Overview'])
    const time = fakeTime({ clocks: true })
    openApp('/dashboard/profile')
    await time.until(() => screen.getByRole('heading', { level: 1, name: 'Profile Settings' }))
    await time.until(() => expect(api.requests).toContain('GET /api/profile/'))
    await act(() => time.pass(1_000))
    api.server.use(http.get('*/api/profile/', () => new Promise(() => {})))
    await act(() => time.pass(59.5 * aMinute))
    const answer = holdAnswer(calls.getDashboardLink)
    goTo('Dashboard')
    await time.until(() => screen.getByRole('heading', { name: 'Acme Analytics Overview' }))
    expect(addresses()).toEqual([])
    await answer()
    await time.until(() => expect(addresses()).toEqual([linkOf(1)]))
  })
})

describe('the row above it has a way out of a dashboard that fails', () => {
  test('by loading it anew, with a new link', async () => {
    const { choose, pass } = await openFour()
    await choose('Sales')
    const [failing] = shown()
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
    await pass(50)
    expect(asked).toEqual(['sales', 'sales'])
    expect(shown()).toHaveLength(1)
    expect(shown()[0]).not.toBe(failing)
    expect(shown()[0]?.getAttribute('src')).toBe(linkOf(2, 'sales'))
  })

  test('and says so if there is no new link', async () => {
    const { pass } = await openFour()
    failLinks(asked)
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
    await pass(50)
    expect(shownToasts()).toEqual([
      ['error', 'The dashboard could not be reloaded.', 'Please try again.'],
    ])
    expect(addresses()).toEqual([linkOf(0)])
  })

  test('in a new tab, for as long as its link works', async () => {
    const { pass } = await openFour()
    const link = screen.getByRole('link', { name: 'Open in a new tab' })
    expect(link.getAttribute('href')).toBe(linkOf(0))
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toContain('noreferrer')
    clickInto(shown()[0])
    await pass(60 * aMinute)
    expect(screen.queryByRole('link', { name: 'Open in a new tab' })).toBeNull()
  })
})
