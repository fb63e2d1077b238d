import { endSession, refreshSession, signIn } from '../domain/session'
import type { Handlers } from '../handler'

export const sessionHandlers: Pick<Handlers, 'login' | 'refreshToken' | 'logout'> = {
  async login({ services, body, place }) {
    const { email, password } = body
    const { accessToken, refreshToken, isAdmin } = await signIn(services, email, password, place())
    return { access: accessToken, refresh: refreshToken, is_organization_admin: isAdmin }
  },

  async refreshToken({ services, body, network }) {
    return { access: await refreshSession(services, body.refresh, network) }
  },

  async logout({ services, body }) {
    await endSession(services, body.refresh)
  },
}
