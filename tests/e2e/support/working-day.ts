import { expect, type Page } from '@playwright/test'
import type { BrowserErrors, HostOptions } from './fixtures'
import { isTakenOver } from './scripts'
import { signInUnseen } from './session'
import { startShiftedServer } from './shifted-server'
import { startInTheme } from './theme'

const minute = 60_000
const panel = 'main [role=tabpanel]:not([inert])'
const ended = 'This view’s link has expired.'

/** The users, and the duration. */
interface WorkingDay {
  hours: number
  width: 390 | 820 | 1440
  theme: 'light' | 'dark'
}

interface Surroundings extends Pick<HostOptions, 'host'> {
  page: Page
  baseURL: string | undefined
  browserErrors: BrowserErrors
}

/** The visible frame, and the one that loads behind it. */
const frames = (page: Page) => page.locator(`${panel} iframe`)
const behind = `${panel} [inert] iframe`
const filterOf = (page: Page) => page.frameLocator(`${panel} iframe`).getByRole('combobox')

/** Runs in the page. @returns the frames whose link brings no data, though nothing there says so. */
async function silentlyDead(words: string): Promise<string[]> {
  const found: string[] = []
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('main iframe')) {
    const { search } = new URL(frame.src)
    const answer = await fetch(`/sandbox/sample-link.json${search}`)
    const says = frame.closest('[role=tabpanel]')?.textContent?.includes(words)
    if (!answer.ok && !says) found.push(frame.title)
  }
  return found
}

/** @returns when the link of the frame that shows ends, in ms from now on. */
const timeLeft = (page: Page) =>
  page.locator(`${panel} iframe`).evaluate((frame: HTMLIFrameElement) => {
    const token = new URL(frame.src).searchParams.get('token') ?? ''
    const [, claims = ''] = token.split('.')
    return JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/'))).exp * 1000 - Date.now()
  })

// All of the view is in sight: nothing lies above it.
const look = (page: Page) => page.locator(panel).screenshot({ animations: 'allow' })

/** @returns a picture of the view, once that has settled. */
async function lookAt(page: Page): Promise<Buffer> {
  await page
    .frames()
    .at(-1)
    ?.evaluate(() => document.fonts.ready.then(() => {}))
  let picture = await look(page)
  await expect(async () => {
    const earlier = picture
    picture = await look(page)
    expect(picture.equals(earlier)).toBe(true)
  }).toPass()
  return picture
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(`Acme Analytics ${name}`)
  await expect(page.frameLocator(`${panel} iframe`).locator('canvas').first()).toBeVisible()
}

/** Waits until the frame behind has loaded, however long that takes. */
async function isLoadedBehind(page: Page): Promise<void> {
  await expect(page.frameLocator(behind).locator('canvas').first()).toBeAttached()
  await page
    .frames()
    .at(-1)
    ?.evaluate(() => document.fonts.ready.then(() => {}))
}

/**
 * Lives through hours on the main dashboard, with four tabs and filters set in two: no filter is lost, no click
 * fails without a word before it, nothing flashes. In each hour there are 20 minutes in which the machine sleeps.
 */
export async function liveThrough(
  { page, host, baseURL, browserErrors }: Surroundings,
  { hours, width, theme }: WorkingDay,
): Promise<void> {
  // Expired access tokens are renewed; requests with expired links are refused.
  browserErrors.allow(/status of 40[01]/)
  const server = host === 'node' ? await startShiftedServer() : null
  const at = (path: string) => new URL(path, server?.url ?? baseURL).href
  let ahead = 0
  const pass = async (time: number) => {
    ahead += time
    // In mock mode the API is in the page, and goes by its clock.
    await server?.putAhead(ahead)
    await page.clock.fastForward(time)
  }
  const failsWithAWord = async () => expect(await page.evaluate(silentlyDead, ended)).toEqual([])
  try {
    await page.clock.install()
    await startInTheme(page, theme)
    await page.setViewportSize({ width, height: 1800 })
    await page.goto(at('/signin'))
    await expect.poll(() => isTakenOver(page)).toBe(true)
    await signInUnseen(page, 'member')
    await page.goto(at('/dashboard/main'))
    await expect(page.getByRole('tab')).toHaveText(['Overview', 'Sales', 'Retention', 'Support'])

    let [asked, given] = [0, 0]
    page.on('response', (answer) => {
      if (!answer.url().endsWith('/api/dashboards/link/')) return
      asked += 1
      if (answer.ok()) given += 1
    })
    await choose(page, 'Sales')
    await filterOf(page).selectOption('Enterprise')
    await filterOf(page).focus()
    await choose(page, 'Support')
    await filterOf(page).selectOption('Technical')
    await filterOf(page).focus()
    await choose(page, 'Retention')
    await choose(page, 'Overview')
    expect(given).toBe(3)

    const before = await lookAt(page)
    const isAsBefore = async (view = look) =>
      expect((await view(page)).equals(before), 'the view is as it was').toBe(true)
    let renewals = 0

    /** Awake until the link is about to end: the next one takes its place unseen, in a picture a second. */
    async function renewInTime(): Promise<void> {
      await pass((await timeLeft(page)) - 55_000)
      await failsWithAWord()
      await isLoadedBehind(page)
      for (let seconds = 0; (await frames(page).count()) > 1; seconds += 1) {
        expect(seconds).toBeLessThan(10)
        await isAsBefore()
        await pass(1_000)
        await expect(page.locator(panel).getByText(ended)).toHaveCount(0)
      }
      await isAsBefore()
    }

    /** After sleep: ended links say so at once, and unused frames are renewed. */
    async function sleep(): Promise<void> {
      await pass(20 * minute)
      await failsWithAWord()
      await isLoadedBehind(page)
      await pass(4_000)
      await expect(frames(page)).toHaveCount(1)
      await expect(page.locator(panel).getByText(ended)).toHaveCount(0)
      // A frame took the place of one that had ended: it may still be drawing.
      await isAsBefore(lookAt)
    }

    for (let hour = 1; hour <= hours; hour += 1) {
      while (ahead < (hour * 60 - 20) * minute) {
        await renewInTime()
        renewals += 1
      }
      await sleep()
      renewals += 1
      await failsWithAWord()
    }
    // One for each ended link, and none for hidden frames; one more if the access token had expired.
    expect(given).toBe(3 + renewals)
    expect(asked).toBeLessThanOrEqual(3 + 2 * renewals)
    expect(renewals).toBeGreaterThan(hours * 2)
    await expect(page.locator('main iframe')).toHaveCount(3)

    for (const [name, chosen] of [
      ['Sales', 'Enterprise'],
      ['Support', 'Technical'],
    ] as const) {
      await choose(page, name)
      await expect(filterOf(page)).toHaveValue(chosen)
      await expect(page.locator(panel).getByText(ended)).toBeInViewport()
    }
    await page.locator(panel).getByRole('button', { name: 'Reload' }).click()
    await expect(page.locator(panel).getByText(ended)).toHaveCount(0)
    await filterOf(page).selectOption('Billing')
    await expect(page.frameLocator(`${panel} iframe`).getByRole('alert')).toHaveCount(0)
  } finally {
    await server?.stop()
  }
}
