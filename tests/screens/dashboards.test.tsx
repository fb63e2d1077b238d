import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
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
} from '../support/open-dashboard'
import { openApp, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const names = ['Overview', 'Sales', 'Retention', 'Support']
const tab = (name: string) => screen.getByRole('tab', { name })
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
  test('are tabs, the first of which shows without another request', async () => {
    const { address } = await openFour()
    screen.getByRole('tablist', { name: 'Dashboards' })
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(names)
    expect(tab('Overview').getAttribute('aria-selected')).toBe('true')
    screen.getByRole('heading', { name: 'Acme Analytics Overview' })
    expect(addresses()).toEqual([linkOf(0)])
    // What mails a dashboard asks for its own when the browser is idle.
    const requests = api.requests.filter((request) => request !== 'GET /api/reports/')
    expect(requests).toEqual(['GET /api/profile/'])
    expect(address()).toBe('/dashboard/main')
  })

  test('each have an address, a heading and a panel of their own', async () => {
    const { choose, address } = await openFour()
    await choose('Sales')
    expect(address()).toBe('/dashboard/main?dashboard=sales')
    screen.getByRole('heading', { name: 'Acme Analytics Sales' })
    const panel = screen.getByRole('tabpanel', { name: 'Sales' })
    expect(tab('Sales').getAttribute('aria-controls')).toBe(panel.id)
    expect(panel.querySelector('iframe')).toBe(shown()[0])
    expect(asked).toEqual(['sales'])
  })

  test('can be opened by their address, without the first one', async () => {
    await openFour('/dashboard/main?dashboard=support')
    expect(addresses()).toEqual([linkOf(1, 'support')])
    expect(asked).toEqual(['support'])
  })

  test('keep their state when the user returns', async () => {
    const { choose } = await openFour()
    const [overview] = frames()
    await choose('Sales')
    await choose('Overview')
    expect(shown()).toEqual([overview])
    expect(asked).toEqual(['sales'])
  })

  test('stay open up to three, used ones rather than others', async () => {
    const { choose } = await openFour()
    clickInto(shown()[0])
    await choose('Sales')
    await choose('Retention')
    clickInto(shown()[0])
    await choose('Support')
    expect(frames().map(({ title }) => title)).toEqual(
      ['Overview', 'Retention', 'Support'].map((name) => `Acme Analytics ${name}`),
    )
  })

  test('that were used stay open up to eight; one that has to close is named', async () => {
    const many = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']
    const { choose } = await openSeveral(many)
    const titles = () => frames().map(({ title }) => title.replace('Acme Analytics ', ''))
    clickInto(shown()[0])
    for (const name of many.slice(1, 8)) {
      await choose(name)
      clickInto(shown()[0])
    }
    expect(titles()).toEqual(many.slice(0, 8))
    expect(screen.queryByText(/was closed/)).toBeNull()
    await choose('Nine')
    expect(titles()).toEqual(many.slice(1))
    screen.getByText('Acme Analytics One was closed to make room. Its filters were reset.')
    // Nobody has used the ninth: going back closes that, without a word.
    await choose('One')
    expect(titles()).toEqual(many.slice(0, 8))
    expect(screen.getAllByText(/was closed/)).toHaveLength(1)
  })

  test('that are unused and hidden close when their link ends', async () => {
    const { choose, pass } = await openFour()
    await choose('Sales')
    clickInto(shown()[0])
    await pass(9 * aMinute)
    expect(frames().map(({ title }) => title)).toEqual(['Acme Analytics Sales'])
    // Nothing was asked for that nobody sees.
    expect(asked).toEqual(['sales'])
    await choose('Overview')
    // Not by the profile's link, which has ended.
    expect(asked).toEqual(['sales', 'overview'])
  })

  test('that were used show at once that their link has ended', async () => {
    const { choose, pass } = await openFour()
    clickInto(shown()[0])
    await choose('Sales')
    await pass(30 * aMinute)
    fireEvent.click(tab('Overview'))
    const panel = screen.getByRole('tabpanel', { name: 'Overview' })
    expect(panel.textContent).toContain(ended)
    expect(panel.querySelector('iframe')?.getAttribute('src')).toBe(linkOf(0))
  })

  test('one that can’t be opened says so, and opens on a retry', async () => {
    const { choose, until, pass } = await openFour()
    failLinks(asked, () => new Response(null, { status: 500 }) as never)
    fireEvent.click(tab('Sales'))
    await until(() => expect(asked).toHaveLength(1))
    for (let tries = 0; tries < 6; tries += 1) await pass(2_000)
    await until(() => screen.getByText('This dashboard could not be opened'))
    serveLinks(asked)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await choose('Sales')
  })
})

describe('by keyboard', () => {
  test('arrows move the focus and Enter opens; one Tab passes by', async () => {
    const { until } = await openFour()
    const focused = () => document.activeElement?.textContent
    expect(screen.getAllByRole('tab').map((one) => one.tabIndex)).toEqual([0, -1, -1, -1])
    act(() => tab('Overview').focus())
    const walk: [string, string][] = [
      ['ArrowRight', 'Sales'],
      ['End', 'Support'],
      ['ArrowRight', 'Overview'],
      ['ArrowLeft', 'Support'],
      ['Home', 'Overview'],
      ['ArrowRight', 'Sales'],
    ]
    for (const [key, name] of walk) {
      fireEvent.keyDown(document.activeElement as Element, { key })
      expect(focused()).toBe(name)
    }
    expect(asked).toEqual([])
    fireEvent.click(document.activeElement as Element)
    await until(() => expect(asked).toEqual(['sales']))
    expect(focused()).toBe('Sales')
  })

  test('the palette finds each by its name', async () => {
    withSettings({ isOurServer: true })
    serveDashboards(names)
    const { user, address } = openApp('/dashboard/profile')
    await user.click(await screen.findByRole('button', { name: /^Search/ }))
    await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'reten')
    await user.click(await screen.findByRole('option', { name: 'Retention' }))
    await waitFor(() => expect(address()).toBe('/dashboard/main?dashboard=retention'))
  })
})

describe('the address of an unknown dashboard', () => {
  test.each([
    ['of several', names],
    ['of one', ['Overview']],
  ])('%s leads to the first, with a note', async (_, listed) => {
    const { address, until } = await openDashboard(asked, {
      names: listed,
      path: '/dashboard/main?dashboard=2024',
    })
    await until(() => expect(address()).toBe('/dashboard/main'))
    await until(() => screen.getByText('There is no such dashboard. This is the first one.'))
    expect(addresses()).toEqual([linkOf(0)])
  })
})

test('a single dashboard has no tab', async () => {
  await openDashboard(asked)
  expect(screen.queryByRole('tablist')).toBeNull()
  expect(screen.queryByRole('tabpanel')).toBeNull()
})

test('on another server there are no tabs, and no notes about addresses', async () => {
  await openDashboard(asked, { isOurServer: false, names, path: '/dashboard/main?dashboard=sales' })
  expect(screen.queryByRole('tablist')).toBeNull()
  screen.getByRole('heading', { name: 'Acme Analytics Overview' })
  expect(asked).toEqual([])
})

describe('visiting another page', () => {
  const goTo = (name: string) =>
    fireEvent.click(
      within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name }),
    )

  test('keeps the dashboards as they are, if one was used (D121)', async () => {
    const { choose, until, pass } = await openFour()
    await choose('Sales')
    clickInto(shown()[0])
    await pass(50)
    const before = frames()
    goTo('Profile')
    await until(() => screen.getByRole('heading', { level: 1, name: 'Profile Settings' }))
    expect(frames()).toEqual(before)
    expect(shown()).toEqual([])
    expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
    await pass(20 * aMinute)
    goTo('Dashboard')
    await until(() => expect(shown()).toHaveLength(1))
    await choose('Sales')
    expect(shown()).toEqual([before[1]])
    screen.getByText(ended)
  })

  test('closes them, if none was', async () => {
    const { choose, until } = await openFour()
    await choose('Sales')
    goTo('Profile')
    await until(() => screen.getByRole('heading', { level: 1, name: 'Profile Settings' }))
    expect(frames()).toEqual([])
  })

  test('keeps a single one, too', async () => {
    const { until, pass } = await openDashboard(asked)
    const [frame] = frames()
    clickInto(frame)
    await pass(50)
    goTo('Profile')
    await until(() => screen.getByRole('heading', { level: 1, name: 'Profile Settings' }))
    goTo('Dashboard')
    await until(() => expect(shown()).toEqual([frame]))
  })
})

describe('the head of the card has a way out of a dashboard that fails', () => {
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
    screen.getByText('The dashboard could not be reloaded.')
    expect(addresses()).toEqual([linkOf(0)])
  })

  test('in a new tab, with a link that works', async () => {
    const { pass } = await openFour()
    const link = screen.getByRole('link', { name: 'Open in a new tab' })
    expect(link.getAttribute('href')).toBe(linkOf(0))
    expect(link.getAttribute('rel')).toContain('noreferrer')
    clickInto(shown()[0])
    await pass(11 * aMinute)
    const replace = vi.fn()
    const tab = { opener: window, location: { replace } }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    fireEvent.click(link)
    await pass(50)
    expect(String(replace.mock.calls[0]?.[0])).toContain(linkOf(1))
    expect(tab.opener).toBeNull()
  })
})
