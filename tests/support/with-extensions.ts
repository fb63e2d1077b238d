import { onTestFinished } from 'vitest'
import type { Extension } from '../../contract/extension-names'
import { settings } from '../../src/settings'

/** Lets the server of this test offer extensions (D43); without this it has none. */
export function withExtensions(...names: Extension[]): void {
  const before = settings.extensions
  Object.assign(settings, { extensions: names })
  onTestFinished(() => {
    Object.assign(settings, { extensions: before })
  })
}
