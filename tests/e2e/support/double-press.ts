import { type CDPSession, expect, type Locator, type Page, type Request } from '@playwright/test'
import { calls } from '../../../contract/calls'
import { callsWithoutButton } from './every-button'
import { pressAnotherKey } from './patience'
import type { DoublePress, PressedButton } from './pressed-button'

type Input = [method: Parameters<CDPSession['send']>[0], parameters: Record<string, unknown>]

/** @returns the browser's inputs of one press in the middle of a control, or on what has the focus. */
function inputsOf(way: DoublePress['way'], x: number, y: number): Input[] {
  const mouse = { x, y, button: 'left', clickCount: 1 }
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 }
  switch (way) {
    case 'mouse':
      return [
        ['Input.dispatchMouseEvent', { ...mouse, type: 'mousePressed' }],
        ['Input.dispatchMouseEvent', { ...mouse, type: 'mouseReleased' }],
      ]
    case 'touch':
      return [
        ['Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] }],
        ['Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }],
      ]
    case 'key':
      return [
        ['Input.dispatchKeyEvent', { ...enter, type: 'keyDown', text: '\r' }],
        ['Input.dispatchKeyEvent', { ...enter, type: 'keyUp' }],
      ]
  }
}

/** Presses a button twice at one place, or Enter twice, whatever is there the second time. */
async function doublePress(button: Locator, way: DoublePress['way'], pause: number): Promise<void> {
  const page = button.page()
  const client = await page.context().newCDPSession(page)
  await button.scrollIntoViewIfNeeded()
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {}
  const inputs = inputsOf(way, x + width / 2, y + height / 2)
  if (way === 'key') await button.focus()
  // Nothing waits for an answer in between: the pause is the hand's alone.
  const press = () => inputs.map(([method, parameters]) => client.send(method, parameters as never))
  const first = press()
  if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
  await Promise.all([...first, ...press()])
  await client.detach()
}

/** Listens to a page's calls. @returns the names of those that change something, and a function that stops it. */
function watchCalls(page: Page) {
  const sent: string[] = []
  const notice = (request: Request) => {
    const { pathname } = new URL(request.url())
    const [name, { method = 'GET' } = {}] =
      Object.entries(calls).find(
        ([, call]) => call.method === request.method() && call.path === pathname,
      ) ?? []
    if (name && method !== 'GET' && !(name in callsWithoutButton)) sent.push(name)
  }
  page.on('request', notice)
  return { sent, stop: () => page.off('request', notice) }
}

/** @returns what the page says of its last actions, each line with its tone. */
async function said(page: Page): Promise<string[]> {
  return await page
    .locator('[data-sonner-toast], [aria-invalid="true"], dialog[open] h2')
    .evaluateAll((all) =>
      all.map((one) => {
        if (one instanceof HTMLInputElement) return `wrong: ${one.name}`
        if (one.matches('h2')) return `asks: ${one.textContent}`
        return `${(one as HTMLElement).dataset.type}: ${one.textContent}`
      }),
    )
}

/**
 * Presses a button of mock mode twice, and expects what a single press does: nothing is done twice, nothing opposite
 * is done, and nothing else is said.
 */
export async function expectOnePress(
  page: Page,
  { path, scenario, reach, sends, says = [], loads }: PressedButton,
  { way, pause }: DoublePress,
): Promise<void> {
  await page.goto(`${path}?mock-scenario=${scenario ?? ''}`)
  // The app replaces the buttons of the prerendered page.
  await expect(page.locator('.early')).toHaveCount(0)
  const watched = watchCalls(page)
  const button = await reach(page)
  // A question takes no press in its first moments.
  await expect(button).toBeEnabled()
  await pressAnotherKey(page)
  await doublePress(button, way, pause)
  const expectOutcome = async () => {
    expect(watched.sent).toEqual(sends)
    const texts = await said(page)
    expect(texts.map((text, index) => beginningOf(text, says[index]))).toEqual(says)
  }
  await expect(expectOutcome).toPass({ timeout: 15_000 })
  if (loads) await page.waitForURL(loads)
  // What the second press has sent or said shows by then, too.
  await expect(page.locator('body:not(:has(dialog[open])) [aria-busy="true"]')).toHaveCount(0)
  await expectOutcome()
  watched.stop()
}

const beginningOf = (text: string, expected = text) => text.slice(0, expected.length)
