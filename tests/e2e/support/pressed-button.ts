import type { Locator, Page } from '@playwright/test'
import type { CallName } from '../../../contract/calls'

/** How a hand presses. */
export const ways = ['mouse', 'touch', 'key'] as const
/** The pauses between two presses of an impatient one, in ms. */
export const pauses = [0, 120, 350] as const

export interface DoublePress {
  way: (typeof ways)[number]
  /** In ms. */
  pause: (typeof pauses)[number]
}

/** A button that sends a call, or asks before one is sent. */
export interface PressedButton {
  name: string
  /** Its page in mock mode, without the scenario. */
  path: string
  /** The scenario of mock mode; absent: nobody is signed in. */
  scenario?: string
  /** Gets it onto the page. */
  reach: (page: Page) => Locator | Promise<Locator>
  /** How it is pressed twice in each run, because it is risky; tests/long/browser presses all of them in every way. */
  often?: readonly DoublePress[]
  /** What a single press sends. */
  sends: readonly CallName[]
  /** What the page says of it, in toasts, at fields and as dialogs; by the beginnings. */
  says?: readonly string[]
  /** The page that it leads to, by loading it. */
  loads?: string
}

type Reach = PressedButton['reach']

export const button =
  (name: string | RegExp): Reach =>
  (page) =>
    page.getByRole('main').getByRole('button', { name, exact: true }).first()

/** Fills in fields first. */
export const filled =
  (
    fields: Record<string, string>,
    name: string | RegExp,
    place = (page: Page) => page.getByRole('main'),
  ) =>
  async (page: Page) => {
    const form = place(page)
    for (const [label, text] of Object.entries(fields)) {
      await form.getByLabel(label, { exact: true }).fill(text)
    }
    return form.getByRole('button', { name, exact: true })
  }

export const dialogOf = (page: Page) => page.getByRole('dialog')

/** In the dialog that another button opens. */
export const asked =
  (by: Reach, reach: Reach | string): Reach =>
  async (page) => {
    await (await by(page)).click()
    if (typeof reach !== 'string') return await reach(page)
    return dialogOf(page).getByRole('button', { name: reach, exact: true })
  }

/** In the menu of somebody's row. */
export const item =
  (person: string, name: string | RegExp): Reach =>
  async (page) => {
    const row = page.getByRole('row').filter({ hasText: person })
    await row.getByRole('button', { name: /^Actions for/ }).click()
    return page.getByRole('menuitem', { name })
  }
