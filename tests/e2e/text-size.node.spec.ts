import { expect, type Page } from '@playwright/test'
import { signedInPages, signedOutPages } from '../support/pages'
import { sampleAddress } from './support/dashboard'
import { signInToFixedAnswers } from './support/fixed-answers'
import { test } from './support/fixtures'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const signedOut = [...signedOutPages, { path: '/dev/mailbox', shows: 'Mailbox' }]

/** What a browser's settings for text and zoom come to. */
const settings = [
  { name: 'a phone', font: 16, width: 390, height: 844 },
  { name: '400 % zoom', font: 16, width: 320, height: 256 },
  { name: '200 % text', font: 32, width: 1440, height: 900 },
  { name: '200 % text on a phone', font: 32, width: 390, height: 844 },
]

/** In the page. @returns texts that are cut off without a way to read them, and a page that is too wide. */
function whatIsLost(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const tooWide = scrollWidth > clientWidth ? [`the page, by ${scrollWidth - clientWidth} px`] : []
  const cut = [...document.querySelectorAll<HTMLElement>('main *, header *')].filter((element) => {
    const { overflowX, textOverflow } = getComputedStyle(element)
    if (!element.innerText || element.clientWidth <= 1) return false
    const clips = ['hidden', 'clip'].includes(overflowX) && textOverflow !== 'ellipsis'
    const tooNarrow = element.scrollWidth > element.clientWidth + 1
    const tooLow = element.scrollHeight > element.clientHeight + 1
    // Buttons don't clip, but what hangs out of them lies over their neighbours.
    if (element.matches('button, a'))
      return getComputedStyle(element).display !== 'inline' && tooNarrow
    return clips && (tooNarrow || tooLow)
  })
  return [...tooWide, ...cut.map((element) => `${element.tagName}: ${element.innerText}`)]
}

async function look(page: Page, path: string): Promise<void> {
  const client = await page.context().newCDPSession(page)
  for (const { name, font, width, height } of settings) {
    await client.send('Page.setFontSizes', { fontSizes: { standard: font } })
    await page.setViewportSize({ width, height })
    const heading = page.getByRole('heading', { level: 1 })
    await expect.poll(() => page.evaluate(whatIsLost), `${path}, ${name}`).toEqual([])
    const size = await heading.evaluate((h1) => Number.parseFloat(getComputedStyle(h1).fontSize))
    expect(size, `${path}, ${name}`).toBeGreaterThanOrEqual(font * 0.875)
    const root = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
    expect(root, `${path}, ${name}: what a rem is`).toBe(`${font}px`)
  }
  await client.detach()
}

test('every screen can be used with text at 200 %, at 400 % zoom and on a phone', async ({
  page,
  browserErrors,
}) => {
  // The mailbox shows a mail without letting it run anything.
  browserErrors.allow(/Blocked script execution/)
  const sample = { path: await sampleAddress(page), shows: 'Acme Analytics' }
  for (const { path, shows } of [...signedOut, sample, ...signedInPages]) {
    if (path === signedInPages[0]?.path) await signInToFixedAnswers(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    await expect(page.getByRole('heading', { name: shows, exact: true })).toBeVisible()
    await look(page, path)
  }

  // On a low screen the page scrolls, and the bar with it.
  await page.goto('/dashboard/profile')
  await expect(page.getByRole('form', { name: 'Update Profile' })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 256 })
  const banner = page.getByRole('banner')
  const distance = () => banner.evaluate((element) => element.getBoundingClientRect().bottom)
  await page.mouse.wheel(0, 400)
  await expect.poll(distance).toBeLessThan(0)
  await page.setViewportSize({ width: 320, height: 480 })
  await expect.poll(distance).toBeGreaterThan(0)
})
