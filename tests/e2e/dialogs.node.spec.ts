import { expect, type Locator } from '@playwright/test'
import { planCard } from './support/billing'
import { test } from './support/fixtures'
import { openSignedIn } from './support/session'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Expects a dialog's last buttons: below each other, 12 px apart, as wide as what stands above them (D105). */
async function expectButtons(dialog: Locator, names: string[]): Promise<void> {
  await expect(dialog).toBeVisible()
  const found = await dialog.locator('button:not([aria-controls])').evaluateAll((buttons) =>
    buttons.map((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      return { name: button.textContent, left, right, top, bottom }
    }),
  )
  expect(found.map(({ name }) => name)).toEqual(names)
  const heading = await dialog.getByRole('heading').boundingBox()
  for (const [index, { name, left, right, top }] of found.entries()) {
    expect(left, name).toBeCloseTo(heading?.x ?? 0)
    expect(right - left, name).toBeCloseTo(heading?.width ?? 0)
    const above = found[index - 1]
    if (above) expect(top - above.bottom, `above ${name}`).toBeCloseTo(12)
  }
}

test('in every dialog the button that confirms stands first, and the harmless one last', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 500|failed/i)
  await page.route('**/api/create-subscription/', (route) =>
    route.fulfill({ status: 500, json: {} }),
  )
  await openSignedIn(page, 'admin')
  const dialog = page.getByRole('dialog')
  const expectAtAnyWidth = async (shown: Locator, names: string[]) => {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectButtons(shown, names)
    }
  }
  await page.goto('/dashboard/subscription')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expectAtAnyWidth(dialog, ['Cancel plan', 'Stop renewing', 'Keep plan'])
  await expect(dialog.getByRole('button', { name: 'Keep plan' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(dialog.getByRole('button', { name: 'Stop renewing' })).toBeFocused()

  await page.goto('/dashboard/profile')
  await page.getByRole('button', { name: 'Leave…' }).click()
  await expectAtAnyWidth(dialog, ['Delete my account', 'Cancel'])
  // What describes it is its text, without the form in it.
  await expect(dialog).toHaveAccessibleDescription(
    /^This deletes your account .* stop the renewal first\.$/,
  )
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeFocused()

  await page.goto('/dashboard/pricing')
  await planCard(page, 'Scale').getByRole('button').click()
  await dialog.getByRole('button', { name: 'Switch plan' }).click()
  await expectAtAnyWidth(page.getByRole('alertdialog'), ['OK'])
})

/** The middle of what is in a place. */
async function middleOf(found: Locator): Promise<[x: number, y: number]> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await found.boundingBox()) ?? {}
  return [x + width / 2, y + height / 2]
}

test('a question takes no press in its first moments, wherever it comes (D115)', async ({
  page,
}) => {
  await openSignedIn(page, 'admin', '/dashboard/subscription')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
  const dialog = page.getByRole('dialog', { name: /^Cancel / })
  const instead = dialog.getByRole('button', { name: 'Stop renewing' })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await cancel.click()
    await expect(instead).toBeEnabled()
    const there = await middleOf(instead)
    await dialog.getByRole('button', { name: 'Keep plan' }).click()
    await expect(dialog).toBeHidden()
    await page.keyboard.press('Shift')

    const ask = await middleOf(cancel)
    // The second press doesn't wait for the first one's effect.
    await Promise.all([page.mouse.click(...ask), page.mouse.click(...there)])
    await expect(dialog).toBeVisible()
    await expect(instead).toBeEnabled()
    expect(sent).toEqual([])
    await dialog.getByRole('button', { name: 'Keep plan' }).click()
    await expect(dialog).toBeHidden()
  }
})

test('what confirms never opens under what asked, at any width and wherever that stands (D115)', async ({
  page,
}) => {
  await openSignedIn(page, 'admin', '/dashboard/subscription')
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
  const dialog = page.getByRole('dialog', { name: /^Cancel / })
  let near = 0
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    for (const top of [100, 250, 400, 500, 550, 600, 650, 700, 790]) {
      await cancel.evaluate((button, to) => {
        // Wherever a page could have it.
        document.body.style.paddingBlock = '900px'
        window.scrollBy(0, button.getBoundingClientRect().top - to)
      }, top)
      const asked = await cancel.boundingBox()
      await cancel.click()
      const boxes = await dialog
        .locator('button')
        .evaluateAll((all) => all.slice(0, -1).map((one) => one.getBoundingClientRect().toJSON()))
      expect(boxes).toHaveLength(2)
      const isOver = boxes.filter(
        ({ top, bottom, left, right }) =>
          asked &&
          top < asked.y + asked.height &&
          bottom > asked.y &&
          left < asked.x + asked.width &&
          right > asked.x,
      )
      expect(isOver, `${width} px, asked at ${top} px`).toEqual([])
      const dialogBox = await dialog.boundingBox()
      expect(dialogBox?.y).toBeGreaterThanOrEqual(8)
      expect((dialogBox?.y ?? 0) + (dialogBox?.height ?? 0)).toBeLessThanOrEqual(844 - 8)
      if (await dialog.evaluate(({ style }) => style.marginBlock !== '')) near += 1
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
  }
  // Some had to make way.
  expect(near).toBeGreaterThan(0)
})
