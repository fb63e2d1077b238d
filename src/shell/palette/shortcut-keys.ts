import { pageState } from '../../lib/page-state'
import { tryStorage } from '../../lib/try-storage'
import type { NavigationPath } from '../navigation/navigation'

/** The key that opens a page after G. */
export const pageKeys: Record<NavigationPath, string> = {
  '/main': 'D',
  '/pricing': 'R',
  '/invite-team': 'I',
  '/profile': 'P',
  '/subscription': 'B',
  '/organisation': 'O',
  '/audit-log': 'A',
}

/** Whether the list of the shortcuts is open. */
export const shortcutList = pageState('shortcut list', false)

const storageKey = 'single-keys'

/** Whether keys without Ctrl do something, as they do unless this browser's user has switched them off (WCAG 2.1.4). */
export const areSingleKeysOn = (): boolean =>
  tryStorage(() => localStorage.getItem(storageKey)) !== 'off'

export function switchSingleKeys(isOn: boolean): void {
  tryStorage(() => localStorage.setItem(storageKey, isOn ? 'on' : 'off'))
}
