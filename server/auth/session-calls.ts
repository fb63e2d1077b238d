import type { Handlers } from '../http/handler'
import { endSession, refreshSession, signIn } from './session'

export const sessionHandlers: Pick<Handlers, 'login' | 'refreshToken' | 'logout'> = {
  async login({ services, body, client, concerns }) {
    const { email, password, one_time_code } = body
    const signedIn = await signIn(services, email, password, client(), one_time_code, concerns)
    const { accessToken, refreshToken, isAdmin } = signedIn
    return { access: accessToken, refresh: refreshToken, is_organization_admin: isAdmin }
  },

  async refreshToken({ services, body, network }) {
    return { access: await refreshSession(services, body.refresh, network) }
  },

  async logout({ services, body }) {
    await endSession(services, body.refresh)
  },
}
