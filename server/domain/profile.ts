import type { Profile, ProfileUpdate } from '../../contract/profile'
import { HttpError } from '../http-error'
import { emailChangedMail } from '../mail/contents'
import type { Services } from '../services'
import type { Caller, Membership, UserChanges } from '../store/entities'
import { findCurrentPlan } from './checkouts'
import { requireContactNumber } from './contact-number'
import { emailKey, requireEmailAddress } from './email'
import { mailTo } from './outbox'
import { requireFullName } from './person'
import { subscribedPlanOf } from './plans'
import { whileCounted } from './rate-limit'

/** What the app shows of a user and their organisation. */
export async function profileOf(services: Services, caller: Caller): Promise<Profile> {
  const { user, organisation } = caller
  const live = await findCurrentPlan(services, caller)
  const dashboard = await services.dashboards.linkFor(organisation, services.clock())
  return {
    full_name: user.fullName,
    email: user.email,
    contact_number: user.contactNumber,
    is_subscribed: live !== null,
    organization: {
      name: organisation.name,
      slug: organisation.slug,
      subscription_plan: live && subscribedPlanOf(live),
      org_iframe: dashboard.url,
      org_metabase_name: dashboard.name,
    },
  }
}

/** Left out means whatever is kept then, which may be newer than what was read. */
function ifGiven<Given, Kept>(given: Given | undefined, read: (given: Given) => Kept) {
  return given === undefined ? undefined : read(given)
}

/**
 * What an update changes of a user: a field that is forgotten here is a type error.
 * @throws HttpError 422 for a field that breaks a rule.
 */
export function changesOf(update: ProfileUpdate) {
  const email = requireEmailAddress(update.email)
  return {
    fullName: requireFullName(update.full_name),
    email,
    emailKey: emailKey(email),
    contactNumber: ifGiven(update.contact_number, requireContactNumber),
  } satisfies Required<UserChanges>
}

/**
 * @returns the membership with the changes kept.
 * @throws HttpError 422 for a field that breaks a rule, 409 for an address that is taken (D32), 429 for
 *   one that was changed too often (D49).
 */
export async function updateProfile(
  services: Services,
  { user }: Pick<Caller, 'user'>,
  update: ProfileUpdate,
): Promise<Membership> {
  const { store, mail, productName } = services
  const changes = changesOf(update)
  // To the old address, whose owner may not have changed it (D32).
  const notice =
    changes.emailKey === user.emailKey
      ? null
      : mailTo(
          services,
          user.email,
          emailChangedMail({ productName, fullName: user.fullName, newEmail: changes.email }),
        )
  const keep = () => store.updateUser(user.id, changes, notice)
  // Also by who gets the notice: nobody proves that an address is theirs, and many may pass one on.
  const subjects = { user: user.id, address: user.emailKey }
  const updated = notice
    ? await whileCounted(services, 'changeAddress', subjects, keep, {
        isFree: (kept) => typeof kept === 'string',
        why: 'This address was changed too often.',
      })
    : await keep()
  if (updated === 'email-taken') {
    throw new HttpError(409, 'There is an account with this e-mail address already.')
  }
  if (updated === 'no-such-user') throw new HttpError(401, 'Please sign in.')
  if (notice) mail.wake()
  return updated
}
