import { pageSessionStatus } from '../api/page-session'
import { storeRole } from '../api/tokens'

/**
 * Changes what the user of the page's session may do, as far as the browser knows.
 * @returns false where that session isn't the one that is stored any more (D48): nothing has changed.
 */
export function setRole(isAdmin: boolean): boolean {
  if (pageSessionStatus() !== 'unchanged') return false
  storeRole(isAdmin)
  return true
}
