import { endSession, refreshSession, signIn } from '../domain/session'
import type { Handlers } from '../handler'

export const sessionHandlers: Pick<Handlers, 'login' | 'refreshToken' | 'logout'> = {
  async login({ services, body, network }) {
    const { email, password } = body
    const { accessToken, refreshToken, isAdmin } = await signIn(services, email, password, network)
    return { access: accessToken, refresh: refreshToken, is_organization_admin: isAdmin }
  },

  async refreshToken({ services, body }) {
    return { access: await refreshSession(services, body.refresh) }
  },

  async logout({ services, body }) {
    await endSession(services, body.refresh)
  },
}
