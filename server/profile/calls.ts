import type { Handlers } from '../api/handler'
import { profileOf, updateProfile } from './profile'

export const profileHandlers = {
  getProfile: ({ services, caller }) => profileOf(services, caller),

  async updateProfile({ services, caller, body, client }) {
    const membership = await updateProfile(services, caller, body, client())
    return await profileOf(services, { ...caller, ...membership })
  },
} satisfies Partial<Handlers>
