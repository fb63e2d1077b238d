/** What the register form holds, as typed. */
export interface Registration {
  fullname: string
  email: string
  organization: string
  password: string
  confirmPassword: string
  agreed: boolean
}

/** What is wrong with a registration, in the specification's words (section 5). */
export interface RegistrationErrors {
  /** Names of required fields that are empty; their common text stands above the button. */
  missing: ReadonlySet<string>
  confirmPassword?: string
  agreed?: string
}

/** @returns null when the form may be sent. */
export function validateRegistration(registration: Registration): RegistrationErrors | null {
  const required = ['fullname', 'email', 'organization', 'password'] as const
  const missing = new Set(required.filter((name) => registration[name].trim() === ''))
  const errors: RegistrationErrors = {
    missing,
    ...(registration.password !== registration.confirmPassword && {
      confirmPassword: 'Passwords do not match.',
    }),
    ...(!registration.agreed && { agreed: 'You must agree to the terms and conditions.' }),
  }
  return missing.size || errors.confirmPassword || errors.agreed ? errors : null
}
