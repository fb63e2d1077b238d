import type { Locator, Page } from '@playwright/test'

/** @returns what a card of the profile says under this name. */
export function profileFact(page: Page, name: string): Locator {
  return page.locator(`dt:text-is("${name}") + dd`)
}
