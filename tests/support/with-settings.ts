import { onTestFinished } from 'vitest'
import { type Settings, settings } from '../../src/settings'

/** Sets the app's settings for this test; without this the server has only the specification's calls. */
export function withSettings(changes: Partial<Settings>): void {
  const before = { ...settings }
  Object.assign(settings, changes)
  onTestFinished(() => {
    Object.assign(settings, before)
  })
}
