import type { Handlers } from '../http/handler'
import { requireGuardCode } from '../two-factor/second-factor-check'
import {
  beginTwoFactor,
  confirmTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
  resetTwoFactor,
  secondFactorOf,
} from './two-factor'

export const twoFactorHandlers: Pick<
  Handlers,
  | 'getTwoFactor'
  | 'beginTwoFactor'
  | 'confirmTwoFactor'
  | 'removeTwoFactor'
  | 'renewRecoveryCodes'
  | 'resetTwoFactor'
> = {
  getTwoFactor: ({ services, caller }) => secondFactorOf(services, caller),

  beginTwoFactor: ({ services, caller, client, body }) =>
    beginTwoFactor(services, caller, body.password, client()),

  async confirmTwoFactor({ services, caller, client, body }) {
    return { recovery_codes: await confirmTwoFactor(services, caller, body.code, client()) }
  },

  async removeTwoFactor({ services, caller, client, body }) {
    await removeTwoFactor(services, caller, body, client())
  },

  async renewRecoveryCodes({ services, caller, client, body }) {
    return { recovery_codes: await renewRecoveryCodes(services, caller, body, client()) }
  },

  async resetTwoFactor({ services, caller, client, body }) {
    await requireGuardCode(services, caller, body.one_time_code, client())
    await resetTwoFactor(services, caller, body.member_id, client().network)
  },
}
