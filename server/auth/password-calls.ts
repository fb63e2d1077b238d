import type { Handlers } from '../http/handler'
import { requestPasswordReset, resetPassword } from './password-reset'

export const passwordHandlers: Pick<Handlers, 'forgotPassword' | 'resetPassword'> = {
  async forgotPassword({ services, body, network }) {
    await requestPasswordReset(services, body.email, network)
    return { message: 'If this address has an account, a mail with a link is on its way.' }
  },

  async resetPassword({ services, body, network, client }) {
    const { reset_token, new_password, one_time_code } = body
    const proof = { code: one_time_code, browser: client().browser }
    await resetPassword(services, reset_token, new_password, network, proof)
    return { message: 'Password reset successful!' }
  },
}
