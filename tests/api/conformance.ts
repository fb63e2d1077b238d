import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { describeAccount } from './conformance/account'
import { describeAddresses } from './conformance/addresses'
import { describeBadInput } from './conformance/bad-input'
import { describeBilling } from './conformance/billing'
import { describeBillingDetails } from './conformance/billing-details'
import { describeChangedAddress } from './conformance/changed-address'
import { type Client, createClient } from './conformance/client'
import { describeDashboards } from './conformance/dashboards'
import { describeFieldErrors } from './conformance/field-errors'
import { describeInvitationAnswers } from './conformance/invitation-answers'
import { describeInvitationProof } from './conformance/invitation-proof'
import { describeInvitations } from './conformance/invitations'
import { describeLeaving } from './conformance/leaving'
import { describeLockOuts } from './conformance/lock-outs'
import { describeLongTexts } from './conformance/long-texts'
import { describeMailLimits } from './conformance/mail-limits'
import { describeMailbox } from './conformance/mailbox'
import { describeOrganisations } from './conformance/organisations'
import { describePasswords } from './conformance/passwords'
import { describeProfile } from './conformance/profile'
import { describeRateLimits } from './conformance/rate-limits'
import { describeSessions } from './conformance/sessions'
import { describeSignInLimits } from './conformance/sign-in-limits'
import { describeSignup } from './conformance/signup'
import { describeSocket } from './conformance/socket'
import type { RunningApi, Target } from './conformance/target'
import { loggedErrors } from './conformance/targets'
import { describeTeam } from './conformance/team'
import { describeTwoFactor } from './conformance/two-factor'
import { describeTwoFactorLimits } from './conformance/two-factor-limits'
import { describeWebhook } from './conformance/webhook'

/** Registers the tests that every way of running the API must pass, over one of them. */
export function describeConformance({
  name,
  start,
  clock,
  overSocket,
  onlyStore = false,
}: Target): void {
  describe(name, () => {
    let api: RunningApi | undefined
    let client: Client | undefined
    const getClient = () => {
      if (!client) throw new Error('The API has not been started.')
      return client
    }

    beforeAll(async () => {
      api = await start()
      client = createClient(api)
    })

    afterEach(() => clock?.reset())

    afterAll(() => api?.stop())

    describeSessions(getClient, clock)
    describeInvitations(getClient, clock)
    describeInvitationAnswers(getClient)
    describeInvitationProof(getClient, clock)
    describePasswords(getClient, clock)
    describeChangedAddress(getClient, clock)
    describeTwoFactor(getClient)
    describeAccount(getClient, clock)
    describeLeaving(getClient)
    describeSignup(getClient)
    describeProfile(getClient)
    describeDashboards(getClient)
    describeBilling(getClient)
    describeBillingDetails(getClient)
    describeWebhook(getClient)
    describeOrganisations(getClient)
    describeMailbox(getClient)
    describeTeam(getClient)
    if (clock) {
      describeRateLimits(getClient, clock, onlyStore)
      describeMailLimits(getClient, clock)
      describeTwoFactorLimits(getClient, clock)
    }
    if (!onlyStore) {
      // Refused before a store is asked, or by counts that have tests of their own on each store.
      describeAddresses(getClient)
      describeBadInput(getClient)
      describeLongTexts(getClient)
      describeFieldErrors(getClient)
      if (clock) describeSignInLimits(getClient, clock)
      if (clock) describeLockOuts(getClient, clock)
    }
    if (overSocket) describeSocket(getClient)

    test('no server logged an error', () => {
      expect(loggedErrors).toEqual([])
    })
  })
}
