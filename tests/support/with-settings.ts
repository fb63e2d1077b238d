import { onTestFinished } from 'vitest'
import { type Settings, settings } from '../../src/settings'

/** Gives the app of this test other settings; without this it has none, and so no extension (D43). */
export function withSettings(changes: Partial<Settings>): void {
  const before = { ...settings }
  Object.assign(settings, changes)
  onTestFinished(() => {
    Object.assign(settings, before)
  })
}
