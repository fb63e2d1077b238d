import type { Page } from '@playwright/test'
import { type CallName, calls } from '../../../contract/calls'
import type { HostOptions } from './fixtures'

/** Failures: without an answer, or with a status. Statuses from 500 on are retried twice. */
export type Failures = Partial<Record<CallName, 'network' | number>>

/** Opens an address at which calls fail: the Node host's answers are replaced. */
export async function openWithFailures(
  page: Page,
  path: string,
  failures: Failures,
): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const request = route.request()
    const name = (Object.keys(calls) as CallName[]).find(
      (candidate) =>
        calls[candidate].path === new URL(request.url()).pathname &&
        calls[candidate].method === request.method(),
    )
    const failure = name && failures[name]
    if (failure === undefined) return await route.continue()
    if (failure === 'network') return await route.abort('internetdisconnected')
    const text = 'This test made it fail.'
    await route.fulfill({ status: failure, json: { error: text, message: text } })
  })
  await page.goto(path)
}

/** Opens an address at which every call takes two seconds, and so will later ones on the mock host. */
export async function openSlowly(
  page: Page,
  host: HostOptions['host'],
  path: string,
): Promise<void> {
  if (host === 'mock') {
    await page.goto(`${path}?mock-latency=2000`)
    return
  }
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    await route.continue()
  })
  await page.goto(path)
}

/** Lets every call through again, on the page as it stands. */
export async function endFailures(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'wait' })
}
