import { HttpError } from '../http-error'
import type { Services } from '../services'
import { emailKey, requireEmailAddress } from './email'
import { requireFullName, requirePassword } from './person'
import { slugOf } from './slug'

interface Signup {
  fullName: string
  email: string
  password: string
  organisationName: string
}

/**
 * Creates an organisation and its first admin (D31).
 * @throws HttpError 422 for a field that breaks a rule, 409 for an address or a name that is taken.
 */
export async function signUp(services: Services, signup: Signup): Promise<void> {
  const fullName = requireFullName(signup.fullName)
  const email = requireEmailAddress(signup.email)
  requirePassword(signup.password)
  const name = signup.organisationName.trim()
  const slug = await slugOf(name)

  const createdAt = services.clock()
  const organisation = { id: crypto.randomUUID(), name, slug, createdAt }
  const outcome = await services.store.createOrganisation(organisation, {
    id: crypto.randomUUID(),
    organisationId: organisation.id,
    fullName,
    email,
    emailKey: emailKey(email),
    passwordHash: await services.passwords.hash(signup.password),
    contactNumber: null,
    isAdmin: true,
    createdAt,
  })
  if (outcome === 'email-taken') {
    throw new HttpError(409, 'There is an account with this e-mail address already.')
  }
  if (outcome === 'organisation-exists') {
    throw new HttpError(
      409,
      'This organisation is registered already. Ask one of its admins for an invitation.',
    )
  }
}
