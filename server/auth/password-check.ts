import { wrongPasswordText } from '../../contract/text'
import { noteRefusal } from '../audit/sign-ins'
import type { Client } from '../http/client'
import { FieldsError } from '../http/http-error'
import { networkSubjects, withRateLimit } from '../http/rate-limit'
import type { User } from '../people/tables'
import type { Services } from '../services'

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
  throw new FieldsError(422, { [field]: wrongPasswordText }, 'wrong_password')
}
