import type { Browser, Page } from '@playwright/test'
import { answersWith } from './answers'
import { recordedPage, signedIn, throttle, untilReady } from './cold-visit'
import type { Site } from './site'

/** Clicks, and measures in the page until the first frame in which `isDone` is true is rendered. @returns ms. */
async function clickToPainted(page: Page, selector: string, isDone: string): Promise<number> {
  await page.hover(selector)
  // A user's hand is slower than the effects of the approaching pointer.
  await page.waitForTimeout(400)
  await page.evaluate((condition) => {
    const scope = window as unknown as { painted: Promise<number> }
    const holds = new Function(`return ${condition}`) as () => boolean
    scope.painted = new Promise((resolve) => {
      const onClick = (event: Event) => {
        const look = () => {
          if (!holds()) return requestAnimationFrame(look)
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - event.timeStamp)
          port2.postMessage(0)
        }
        requestAnimationFrame(look)
      }
      addEventListener('click', onClick, { capture: true, once: true })
    })
  }, isDone)
  await page.mouse.down()
  await page.mouse.up()
  return await page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted)
}

async function openSubscription(browser: Browser, site: Site, rows: number): Promise<Page> {
  site.answer(answersWith(rows))
  const page = await recordedPage(browser, {
    path: '/dashboard/subscription',
    ready: { visible: 'tbody td' },
    storage: signedIn,
  })
  await Promise.all([untilReady(page), page.goto(`${site.origin}/dashboard/subscription`)])
  await page.waitForLoadState('networkidle')
  await throttle(page, false)
  return page
}

const pages = [
  { link: 'Dashboard', shows: 'main h2' },
  { link: 'Pricing', shows: 'main ul' },
  { link: 'Invite Team', shows: 'main form' },
  { link: 'Profile', title: 'Profile Settings', shows: 'main form' },
  { link: 'Your Subscribed Plan', shows: 'main tbody td' },
]

/** Clicks through the sidebar twice, the second time with warm caches. @returns ms, each. */
export async function measureNavigation(browser: Browser, site: Site): Promise<number[]> {
  const page = await openSubscription(browser, site, 50)
  const times: number[] = []
  for (const { link, title = link, shows } of [...pages, ...pages]) {
    const isDone = `document.querySelector('h1')?.textContent === '${title}' && document.querySelector('${shows}') !== null`
    times.push(await clickToPainted(page, `aside nav a:text-is("${link}")`, isDone))
  }
  await page.context().close()
  return times.slice(pages.length)
}

/** Sorts 1,000 rows by each column. @returns ms of each click. */
export async function measureSorting(browser: Browser, site: Site): Promise<number[]> {
  const page = await openSubscription(browser, site, 1_000)
  const times: number[] = []
  // The first visible row differs after each of these.
  for (const column of ['Plan Name', 'START DATE', 'START DATE', 'END DATE', 'Plan Name']) {
    const before = await page.locator('tbody tr[data-index="0"]').innerText()
    const isDone = `document.querySelector('tbody tr[data-index="0"]')?.innerText !== ${JSON.stringify(before)}`
    times.push(await clickToPainted(page, `thead button:has-text("${column}")`, isDone))
  }
  await page.context().close()
  return times
}
