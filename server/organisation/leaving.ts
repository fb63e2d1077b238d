import type { RequestOf } from '../../contract/calls'
import type { Caller } from '../api/caller'
import type { Client } from '../api/client'
import { HttpError } from '../api/http-error'
import type { Services } from '../api/services'
import { requireNoWayBack } from '../auth/password-links'
import { requireProofOf } from '../auth/proof'
import { paymentBy } from '../billing/payer'
import { noticeFor } from '../mail/outbox'
import { byUser } from '../people/author'
import { goodbyeMail } from '../team/mails'
import { departureOf, membersOf, noSuchMember, noticesTo, requireAnotherAdmin } from '../team/team'
import type { FactorCaller } from '../two-factor/second-factor-check'

/**
 * Deletes the caller's account. The user and all admins get a mail.
 * @throws FieldsError 422 for a wrong password.
 * @throws HttpError 409 for the last admin, and for the only member.
 */
export async function leave(
  services: Services,
  caller: FactorCaller & Pick<Caller, 'live'>,
  client: Client,
  proof: RequestOf<'leave'>,
): Promise<void> {
  const { network } = client
  const user = await requireProofOf(services, caller, client, proof)
  const { id, name } = caller.organisation
  // The check of the caller holds their account, so that their own changes wait.
  await services.store.change('leave', { organisation: id }, caller, async (read) => {
    const members = await membersOf(read, id)
    if (members.length === 1) {
      throw new HttpError(
        409,
        "You are the only person in your organisation. To delete it, open 'Organisation'.",
      )
    }
    const self = members.find((one) => one.id === user.id)
    if (!self) throw noSuchMember()
    requireAnotherAdmin(members, self)
    await requireNoWayBack(read, services, self.id, "You can't leave")
    const goodbye = goodbyeMail({
      productName: services.productName,
      organisationName: name,
      fullName: self.fullName,
      removedBy: null,
      paysFor: paymentBy(self.id, caller.live),
    })
    const admins = members.filter((one) => one.isAdmin && one.id !== self.id)
    return {
      answer: undefined,
      ...(await departureOf(read, self, byUser(self, network), 'left', services.clock())),
      mails: [
        noticeFor(services, self, goodbye),
        ...noticesTo(services, caller, admins, self, 'left'),
      ],
    }
  })
}
