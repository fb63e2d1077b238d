import { act, fireEvent, screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { profileExample } from '../support/examples'
import { fakeTime } from '../support/fake-time'
import { openApp, shownToasts, signedInAs } from '../support/render-app'
import { holdAnswer, respond } from '../support/respond'
import { withSettings } from '../support/with-settings'

/** How long each link works, in seconds. */
const lifetime = 3600
const aMinute = 60_000
/** The beginning of the text in the bar below a frame. */
const ended = 'This view’s link has expired.'
const linkOf = (number: number, of = '') =>
  `/embed${of && `/${of}`}/eyJhbGciOi.eyJleHAiOj.link-${number}#theme=transparent`

const frames = () => [...document.querySelectorAll('iframe')]
const isBehind = (frame: Element) => frame.closest('[inert]') !== null
const addresses = () => frames().map((frame) => frame.getAttribute('src'))

/** The dashboards that links were asked for beside the profile's. */
let asked: string[] = []

/** From here on the server answers a new link each time. */
function serveLinks(): void {
  respond('getDashboardLink', ({ dashboard_id: id }) => {
    asked.push(id)
    const iframe = linkOf(asked.length, id === 'overview' ? '' : id)
    return { iframe, expires_in: lifetime }
  })
}

/** From here on no link is to be had. */
function failLinks(failure = () => HttpResponse.error()): void {
  respond('getDashboardLink', () => {
    asked.push('in vain')
    return failure()
  })
}

/** The profile's organisation has these dashboards, the first one by a link that is good for an hour unless said. */
function serveDashboards(
  names: readonly string[],
  link = linkOf(0),
  expiresIn: number | null = lifetime,
): void {
  const organization = {
    org_iframe: link,
    org_iframe_expires_in: expiresIn,
    dashboards: names.map((name) => ({ dashboard_id: name.toLowerCase(), name })),
    org_metabase_name: `Acme Analytics ${names[0]}`,
  }
  respond('getProfile', profileExample({ organization }))
}

const names = ['Overview', 'Sales', 'Retention', 'Support']
const tabs = () => within(screen.getByRole('navigation', { name: 'Dashboards' }))
const tab = (name: string) => tabs().getByRole('link', { name })
const shown = () => frames().filter((frame) => !isBehind(frame))

/** Opens the main dashboard; time stands still. */
async function openDashboard({
  isOurServer = true,
  names = ['Overview'],
  path = '/dashboard/main',
  expiresIn = lifetime as number | null,
} = {}) {
  withSettings({ isOurServer })
  serveDashboards(names, linkOf(0), expiresIn)
  const time = fakeTime({ clocks: true })
  const app = openApp(path)
  await time.until(() => expect(frames()).toHaveLength(1))
  const pass = (milliseconds: number) => act(() => time.pass(milliseconds))
  // The code that loads when the browser is idle, what that code loads, and what it asks for.
  for (let count = 1; count <= 3; count += 1) {
    await pass(1_000)
    await vi.dynamicImportSettled()
  }
  await time.until(() => expect(app.queryClient.isFetching()).toBe(0))
  return {
    ...app,
    ...time,
    pass,
    /** Waits until this many links were requested, and the result shows. */
    askedFor: async (count: number) => {
      await time.until(() => expect(asked).toHaveLength(count))
      await pass(50)
    },
    /** Chooses a tab, and waits until its frame shows. */
    choose: async (name: string) => {
      fireEvent.click(tab(name))
      await time.until(() => expect(shown()[0]?.title).toBe(`Acme Analytics ${name}`))
      await pass(1_000)
    },
  }
}

/** Somebody clicks into a frame: the focus leaves the window. */
function clickInto(frame = frames()[0]): void {
  act(() => {
    frame?.focus()
    window.dispatchEvent(new Event('blur'))
  })
}

function setVisible(isVisible: boolean): void {
  const state = isVisible ? 'visible' : 'hidden'
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}

beforeEach(async () => {
  await signedInAs('member')
  asked = []
  serveLinks()
})

describe('several dashboards', () => {
  test('are tabs with an address and a heading each; the first shows without another request', async () => {
    const { address, choose } = await openDashboard({ names })
    const links = tabs().getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual(names)
    expect(tab('Overview').getAttribute('aria-current')).toBe('page')
    screen.getByRole('heading', { name: 'Acme Analytics Overview' })
    expect(addresses()).toEqual([linkOf(0)])
    expect([address(), asked]).toEqual(['/dashboard/main', []])
    await choose('Sales')
    expect(address()).toBe('/dashboard/main?dashboard=sales')
    screen.getByRole('heading', { name: 'Acme Analytics Sales' })
    expect(tab('Sales').getAttribute('aria-current')).toBe('page')
    expect(asked).toEqual(['sales'])
  })

  test('can be opened by their address, without the first one; an unknown one leads to that, with a note', async () => {
    const path = '/dashboard/main?dashboard='
    const { address, goTo, goBack, until } = await openDashboard({ names, path: `${path}support` })
    expect(addresses()).toEqual([linkOf(1, 'support')])
    expect(asked).toEqual(['support'])
    await act(() => goTo(`${path}2024`))
    await until(() => expect(address()).toBe('/dashboard/main'))
    const note = 'There is no such dashboard. This is the first one.'
    await until(() => expect(shownToasts()).toEqual([['info', note, '']]))
    await until(() => expect(shown()[0]?.getAttribute('src')).toBe(linkOf(0)))
    act(goBack)
    await until(() => expect(address()).toBe(`${path}support`))
  })

  test('get no new link unseen; once shown, an untouched one has it, and a touched one says that its link has ended', async () => {
    const { choose, pass, askedFor } = await openDashboard({ names })
    await choose('Sales')
    clickInto(shown()[0])
    await choose('Retention')
    setVisible(false)
    await pass(70 * aMinute)
    setVisible(true)
    await askedFor(3)
    expect(asked).toEqual(['sales', 'retention', 'retention'])
    await choose('Overview')
    await askedFor(4)
    expect(shown().map((frame) => frame.getAttribute('src'))).toEqual([linkOf(4)])
    await choose('Sales')
    screen.getByText(ended)
    expect(shown().map((frame) => frame.getAttribute('src'))).toEqual([linkOf(1, 'sales')])
  })

  test('one that can’t be opened says so, and opens on a retry', async () => {
    const { choose, until, pass } = await openDashboard({ names })
    failLinks(() => new HttpResponse(null, { status: 500 }))
    fireEvent.click(tab('Sales'))
    await until(() => expect(asked).toHaveLength(1))
    for (let tries = 0; tries < 6; tries += 1) await pass(2_000)
    await until(() => screen.getByText('This dashboard could not be opened'))
    serveLinks()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await choose('Sales')
  })
})

test('on another server there are no tabs, and no notes about addresses', async () => {
  const path = '/dashboard/main?dashboard=sales'
  const { queryClient, pass } = await openDashboard({ isOurServer: false, names, path })
  expect(screen.queryByRole('navigation', { name: 'Dashboards' })).toBeNull()
  screen.getByRole('heading', { name: 'Acme Analytics Overview' })
  // It is asked for no links. What opens in a new tab is the profile's latest.
  serveDashboards(names, linkOf(7))
  await act(() => queryClient.refetchQueries({ queryKey: ['profile'] }))
  await pass(50)
  const inTab = screen.getByRole('link', { name: 'Open in a new tab' })
  expect([inTab.getAttribute('href'), addresses()]).toEqual([linkOf(7), [linkOf(0)]])
  expect(asked).toEqual([])
})

test('where links never end, none is asked for', async () => {
  const { pass } = await openDashboard({ expiresIn: null })
  await pass(70 * aMinute)
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
  await pass(50)
  expect([addresses(), asked]).toEqual([[linkOf(0)], []])
})

describe('visiting another page', () => {
  const goTo = (name: string) =>
    fireEvent.click(
      within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name }),
    )

  test('keeps the dashboards as they are', async () => {
    const { choose, until } = await openDashboard({ names })
    await choose('Sales')
    const before = frames()
    goTo('Profile')
    await until(() => screen.getByRole('heading', { level: 1, name: 'Profile Settings' }))
    expect(frames()).toEqual(before)
    expect(shown()).toEqual([])
    expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
    goTo('Dashboard')
    await until(() => expect(shown()).toEqual([before[0]]))
    await choose('Sales')
    expect(shown()).toEqual([before[1]])
  })
})

test('the row above a dashboard that fails loads it anew with a new link, and says so if there is none', async () => {
  const { choose, pass } = await openDashboard({ names })
  await choose('Sales')
  const [failing] = shown()
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
  await pass(50)
  expect(asked).toEqual(['sales', 'sales'])
  const [reloaded] = shown()
  expect(shown()).toEqual([reloaded])
  expect(reloaded).not.toBe(failing)
  expect(reloaded?.getAttribute('src')).toBe(linkOf(2, 'sales'))
  failLinks()
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
  await pass(50)
  expect(shownToasts()).toEqual([
    ['error', 'The dashboard could not be reloaded.', 'Please try again.'],
  ])
  expect(shown()).toEqual([reloaded])
})

describe('an untouched frame', () => {
  test('opens a new link before its own ends, also where the visitor’s clock is an hour ahead', async () => {
    vi.setSystemTime(Date.now() + 60 * aMinute)
    const { pass, askedFor } = await openDashboard()
    await pass(57 * aMinute)
    expect(asked).toEqual([])
    await pass(2 * aMinute)
    await askedFor(1)
    expect(addresses()).toEqual([linkOf(1)])
    await pass(59 * aMinute)
    await askedFor(2)
    expect(addresses()).toEqual([linkOf(2)])
    expect(screen.queryByText(ended)).toBeNull()
  })

  test('is left alone in a hidden tab; shown again, or after a sleep, it says at once that its link has ended', async () => {
    const { pass, askedFor } = await openDashboard()
    setVisible(false)
    await pass(70 * aMinute)
    expect(asked).toEqual([])
    const answer = holdAnswer('getDashboardLink')
    setVisible(true)
    screen.getByText(ended)
    act(() => void window.dispatchEvent(new Event('focus')))
    await answer()
    await askedFor(1)
    expect(screen.queryByText(ended)).toBeNull()
    expect(addresses()).toEqual([linkOf(1)])

    // While a machine sleeps no timer runs, nor does the monotonic clock.
    vi.setSystemTime(Date.now() + 3 * 60 * aMinute)
    act(() => void window.dispatchEvent(new Event('focus')))
    screen.getByText(ended)
    await askedFor(2)
    expect(addresses()).toEqual([linkOf(2)])
  })

  test('says when its link ends while the network is down, and opens a new one once the network is back', async () => {
    const { pass, askedFor } = await openDashboard()
    const [frame] = frames()
    failLinks()
    await pass(60 * aMinute)
    screen.getByText(ended)
    expect(frames()).toEqual([frame])
    const failures = asked.length
    serveLinks()
    await pass(15_000)
    await askedFor(failures + 1)
    expect(screen.queryByText(ended)).toBeNull()
    expect(addresses()).toEqual([linkOf(failures + 1)])
  })
})

test('a touched frame stays as it is; when its link ends a bar says so, and reloads it on request', async () => {
  const { pass, askedFor } = await openDashboard()
  const [frame] = frames()
  const inTab = screen.getByRole('link', { name: 'Open in a new tab' })
  expect(inTab.getAttribute('href')).toBe(linkOf(0))
  expect(inTab.getAttribute('target')).toBe('_blank')
  expect(inTab.getAttribute('rel')).toContain('noreferrer')
  clickInto()
  fireEvent.focus(document.body)
  act(() => (document.activeElement as HTMLElement).blur())
  await pass(59 * aMinute)
  expect(screen.queryByText(ended)).toBeNull()
  // Before the end: it is there when a click first fails.
  await pass(45_000)
  const text = screen.getByText('Reload it to continue (filters will be reset).')
  expect(asked).toEqual([])
  expect(frames()).toEqual([frame])
  expect(inTab.isConnected).toBe(false)

  // The row above the frame has such a button, too.
  const bar = within(text.closest('[role=status]') as HTMLElement)
  const button = bar.getByRole('button', { name: 'Reload' })
  button.focus()
  fireEvent.click(button)
  await askedFor(1)
  // The focus is at its place, not in it: the next Tab goes in.
  expect(document.activeElement).toBe(frames()[0]?.parentElement)
  expect(addresses()).toEqual([linkOf(1)])
  expect(screen.queryByText(ended)).toBeNull()
  // Nobody has touched the new one.
  await pass(59 * aMinute)
  await askedFor(2)
})
