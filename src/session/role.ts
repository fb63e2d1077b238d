import { pageSessionStatus } from '../api/page-session'
import { storeRole } from '../api/tokens'

/** Stores whether the user is an admin. @returns false, and stores nothing, in another session (D48). */
export function setRole(isAdmin: boolean): boolean {
  if (pageSessionStatus() !== 'unchanged') return false
  storeRole(isAdmin)
  return true
}
