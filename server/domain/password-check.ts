import { wrongPasswordText } from '../../contract/profile'
import { FieldsError } from '../http-error'
import type { Services } from '../services'
import type { User } from '../store/entities'
import type { Client } from './client'
import { networkSubjects, withRateLimit } from './rate-limit'
import { noteRefusal } from './sign-ins'

/**
 * Checks a signed-in user's password. (401 would make a client refresh its session and
 * retry.)
 * @param typed the input, by the name of its field in the body.
 * @throws FieldsError 422 for a wrong password.
 * @throws HttpError 429 after too many: they count like sign-ins (D50).
 */
export async function requireRightPassword(
  services: Services,
  user: Pick<User, 'id' | 'emailKey' | 'passwordHash'>,
  client: Client,
  typed: Readonly<Record<string, string>>,
): Promise<void> {
  const [[field, password] = ['', '']] = Object.entries(typed)
  const subjects = { address: user.emailKey, ...networkSubjects(client.network) }
  const verify = () => services.passwords.verify(user.passwordHash, password)
  const isRight = await withRateLimit(services, 'tryPassword', subjects, verify, {
    isFree: (right) => right,
  })
  if (isRight) return
  await noteRefusal(services, user, 'wrong-password-of-session', client)
  throw new FieldsError(422, { [field]: wrongPasswordText })
}
