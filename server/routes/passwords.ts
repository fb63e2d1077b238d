import { emailKey } from '../domain/email'
import { requestPasswordReset, resetPassword } from '../domain/password-reset'
import { limitCalls } from '../domain/rate-limit'
import type { Handlers } from '../handler'

export const passwordHandlers: Pick<Handlers, 'forgotPassword' | 'resetPassword'> = {
  async forgotPassword({ services, body, client }) {
    await limitCalls(services, 'forgotPassword', client, emailKey(body.email))
    await requestPasswordReset(services, body.email)
    return { message: 'If this address has an account, a mail with a link is on its way.' }
  },

  async resetPassword({ services, body, client }) {
    // The same limits: whoever has no link mustn't make the server hash passwords all day.
    await limitCalls(services, 'forgotPassword', client, body.reset_token)
    await resetPassword(services, body.reset_token, body.new_password)
    return { message: 'Password reset successful!' }
  },
}
