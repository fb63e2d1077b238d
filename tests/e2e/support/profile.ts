import type { Locator, Page } from '@playwright/test'

/** @returns the value with this name on a card of the profile. */
export function profileFact(page: Page, name: string): Locator {
  return page.locator(`dt:text-is("${name}") + dd`)
}
