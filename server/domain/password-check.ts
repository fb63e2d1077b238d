import { wrongPasswordText } from '../../contract/profile'
import { FieldsError } from '../http-error'
import type { Network } from '../networks'
import type { Services } from '../services'
import type { User } from '../store/entities'
import { networkSubjects, withRateLimit } from './rate-limit'

/**
 * Checks a signed-in user's password. (401 would make a client refresh its session and
 * retry.)
 * @param typed the input, by the name of its field in the body.
 * @throws FieldsError 422 for a wrong password.
 * @throws HttpError 429 after too many: they count like sign-ins (D50).
 */
export async function requireRightPassword(
  services: Services,
  { emailKey, passwordHash }: Pick<User, 'emailKey' | 'passwordHash'>,
  network: Network,
  typed: Readonly<Record<string, string>>,
): Promise<void> {
  const [[field, password] = ['', '']] = Object.entries(typed)
  const subjects = { address: emailKey, ...networkSubjects(network) }
  const verify = () => services.passwords.verify(passwordHash, password)
  const isRight = await withRateLimit(services, 'tryPassword', subjects, verify, {
    isFree: (right) => right,
  })
  if (!isRight) throw new FieldsError(422, { [field]: wrongPasswordText })
}
