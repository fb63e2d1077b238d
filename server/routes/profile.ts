import { profileOf, updateProfile } from '../domain/profile'
import type { Handlers } from '../handler'

export const profileHandlers: Pick<Handlers, 'getProfile' | 'updateProfile'> = {
  getProfile: ({ services, caller }) => profileOf(services, caller),

  async updateProfile({ services, caller, body, client }) {
    const membership = await updateProfile(services, caller, body, client())
    return await profileOf(services, { ...caller, ...membership })
  },
}
