import {
  beginTwoFactor,
  confirmTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
  resetTwoFactor,
  secondFactorOf,
} from '../domain/two-factor'
import type { Handlers } from '../handler'

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

  beginTwoFactor: ({ services, caller, place, body }) =>
    beginTwoFactor(services, caller, body.password, place()),

  async confirmTwoFactor({ services, caller, place, body }) {
    return { recovery_codes: await confirmTwoFactor(services, caller, body.code, place()) }
  },

  async removeTwoFactor({ services, caller, place, body }) {
    await removeTwoFactor(services, caller, body, place())
  },

  async renewRecoveryCodes({ services, caller, place, body }) {
    return { recovery_codes: await renewRecoveryCodes(services, caller, body, place()) }
  },

  async resetTwoFactor({ services, caller, network, body }) {
    await resetTwoFactor(services, caller, body.member_id, network)
  },
}
