import { requestPasswordReset, resetPassword } from '../domain/password-reset'
import type { Handlers } from '../handler'

export const passwordHandlers: Pick<Handlers, 'forgotPassword' | 'resetPassword'> = {
  async forgotPassword({ services, body, network }) {
    await requestPasswordReset(services, body.email, network)
    return { message: 'If this address has an account, a mail with a link is on its way.' }
  },

  async resetPassword({ services, body, network }) {
    await resetPassword(services, body.reset_token, body.new_password, network)
    return { message: 'Password reset successful!' }
  },
}
