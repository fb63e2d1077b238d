import type { Handlers } from '../http/handler'
import { changeSlug, organisationOf, renameOrganisation } from './organisation'
import { changeSecondFactorRule } from './second-factor-rule'

export const organisationHandlers = {
  getOrganisation: ({ services, caller }) => organisationOf(services, caller),

  async renameOrganisation({ services, caller, network, body }) {
    await renameOrganisation(services, caller, network, body.name)
  },

  async changeSlug({ services, caller, client, body }) {
    return { slug: await changeSlug(services, caller, client(), body) }
  },

  async changeSecondFactorRule({ services, caller, client, body }) {
    await changeSecondFactorRule(services, caller, client(), body)
  },
} satisfies Partial<Handlers>
