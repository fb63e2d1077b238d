import { act, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, onTestFinished, vi } from 'vitest'
import { respond } from '../support/respond'
import { profileExample } from './examples'
import { fakeTime } from './fake-time'
import { openApp } from './render-app'
import { api } from './test-api'
import { withSettings } from './with-settings'

/** How long each link works, in seconds. */
const lifetime = 3600
export const aMinute = 60_000
/** The beginning of the text in the bar below a frame. */
export const ended = 'This view’s link has expired.'
/** The button of that bar; the row above the frame has one, too. */
export const reloadOfBar = () =>
  within(screen.getByText(ended).closest<HTMLElement>('[role=status]') ?? document.body).getByRole(
    'button',
    { name: 'Reload' },
  )
export const linkOf = (number: number, of = '') =>
  `/embed${of && `/${of}`}/eyJhbGciOi.eyJleHAiOj.link-${number}#theme=transparent`

export const frames = () => [...document.querySelectorAll('iframe')]
export const isBehind = (frame: Element) => frame.closest('[inert]') !== null
export const addresses = () => frames().map((frame) => frame.getAttribute('src'))

/** From here on the server answers a new link each time. @returns which dashboards were asked for. */
export function serveLinks(asked: string[] = []): string[] {
  api.server.use(
    http.post('*/api/dashboards/link/', async ({ request }) => {
      const { dashboard_id: id } = (await request.json()) as { dashboard_id: string }
      asked.push(id)
      const iframe = linkOf(asked.length, id === 'overview' ? '' : id)
      return HttpResponse.json({ iframe, expires_in: lifetime })
    }),
  )
  return asked
}

/** From here on no link is to be had. */
export function failLinks(asked: string[], failure = () => HttpResponse.error()): void {
  api.server.use(
    http.post('*/api/dashboards/link/', () => {
      asked.push('in vain')
      return failure()
    }),
  )
}

/** The profile's organisation has these dashboards, the first one by a link that is good for an hour. */
export function serveDashboards(names: readonly string[], organization = {}): void {
  const profile = profileExample({
    organization: {
      org_iframe: linkOf(0),
      org_iframe_expires_in: lifetime,
      dashboards: names.map((name) => ({ dashboard_id: name.toLowerCase(), name })),
      org_metabase_name: `Acme Analytics ${names[0]}`,
      ...organization,
    },
  })
  respond('getProfile', profile)
}

/** Opens the main dashboard; time stands still. */
export async function openDashboard(
  asked: string[],
  { isOurServer = true, names = ['Overview'], path = '/dashboard/main' } = {},
) {
  withSettings({ isOurServer })
  serveDashboards(names)
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
  }
}

/** Somebody clicks into a frame: the focus leaves the window. */
export function clickInto(frame = frames()[0]): void {
  act(() => {
    frame?.focus()
    window.dispatchEvent(new Event('blur'))
  })
}

export function setVisible(isVisible: boolean): void {
  const spy = vi
    .spyOn(document, 'visibilityState', 'get')
    .mockReturnValue(isVisible ? 'visible' : 'hidden')
  onTestFinished(() => spy.mockRestore())
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}
