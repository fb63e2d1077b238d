import type { Handlers } from '../../api/handler'
import { buyerOf, changeBuyer } from './buyer'
import { addCopy, confirmCopy, removeCopy } from './copies'

export const buyerHandlers = {
  getBuyer: ({ services, caller }) => buyerOf(services, caller.organisation),

  async changeBuyer({ services, caller, network, body }) {
    await changeBuyer(services, caller, network, body)
  },

  async addCopy({ services, caller, network, body }) {
    await addCopy(services, caller, network, body.email)
  },

  async removeCopy({ services, caller, network, body }) {
    await removeCopy(services, caller, network, body.email)
  },

  confirmCopy: ({ services, body }) => confirmCopy(services, body.token),
} satisfies Partial<Handlers>
