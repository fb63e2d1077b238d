import type { AuditDetails } from '../../contract/audit-log'
import type { UserChanges } from './person'
import type { User } from './tables'

interface UserField {
  /** The field's name in the export of a user's data; null if it isn't about the user, or a secret. */
  exportedAs: string | null
}

interface ChangeableField extends UserField {
  /** The field's name in the entry of a changed profile (D77); null if another entry has it. */
  loggedAs: NonNullable<AuditDetails['fields']>[number] | null
}

/** All fields of a user. A missing column is a type error. */
const userFields: { readonly [Name in keyof User]: UserField } & {
  readonly [Name in keyof UserChanges]-?: ChangeableField
} = {
  id: { exportedAs: 'user_id' },
  organisationId: { exportedAs: null },
  fullName: { exportedAs: 'full_name', loggedAs: 'name' },
  email: { exportedAs: 'email', loggedAs: null },
  emailKey: { exportedAs: null, loggedAs: null },
  passwordHash: { exportedAs: null },
  contactNumber: { exportedAs: 'contact_number', loggedAs: 'contact-number' },
  isAdmin: { exportedAs: 'is_organization_admin' },
  secondFactorDue: { exportedAs: 'second_factor_due_at' },
  renewalReminders: { exportedAs: 'renewal_reminders', loggedAs: 'renewal-reminders' },
  isAddressProven: { exportedAs: 'is_email_confirmed' },
  formerEmail: { exportedAs: 'former_email' },
  createdAt: { exportedAs: 'joined_at' },
}

const all = Object.entries(userFields) as [keyof User, UserField & Partial<ChangeableField>][]

/** @returns a user's fields for the export; instants in ISO 8601. */
export function exportedFields(user: User): Record<string, unknown> {
  return Object.fromEntries(
    all.flatMap(([name, { exportedAs }]) => {
      const value = user[name]
      return exportedAs ? [[exportedAs, value instanceof Date ? value.toISOString() : value]] : []
    }),
  )
}

/** @returns the audit log's names of the fields that a change of the profile changes. */
export function changedFields(user: User, changes: UserChanges) {
  return all.flatMap(([name, { loggedAs }]) => {
    const value = (changes as Partial<User>)[name]
    return loggedAs && value !== undefined && value !== user[name] ? [loggedAs] : []
  })
}
