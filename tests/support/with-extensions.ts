import { onTestFinished } from 'vitest'
import type { Extension } from '../../contract/extensions'
import { settings } from '../../src/settings'

/** Lets the server of this test offer extensions (D43); without this it has none. */
export function withExtensions(...names: Extension[]): void {
  const before = settings.extensions
  settings.extensions = names
  onTestFinished(() => {
    settings.extensions = before
  })
}
