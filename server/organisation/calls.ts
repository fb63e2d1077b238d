import { type Handlers, JsonPieces } from '../api/handler'
import { keepOrganisation, requestDeletion } from './deletion'
import { leave } from './leaving'
import { changeSlug, organisationOf, renameOrganisation } from './organisation'
import { exportAccount } from './person-export'
import { changeSecondFactorRule } from './second-factor-rule'

export const organisationHandlers = {
  getOrganisation: ({ services, caller }) => organisationOf(services, caller),

  async renameOrganisation({ services, caller, network, body }) {
    await renameOrganisation(services, caller, network, body.name)
  },

  async changeSlug({ services, caller, client, body }) {
    return { slug: await changeSlug(services, caller, client, body) }
  },

  deleteOrganisation: ({ services, caller, client, body }) =>
    requestDeletion(services, caller, client, body),

  keepOrganisation: ({ services, caller, network }) => keepOrganisation(services, caller, network),

  async leave({ services, caller, client, body }) {
    await leave(services, caller, client, body)
  },

  async exportAccount({ services, caller, client, body }) {
    return new JsonPieces(await exportAccount(services, caller, client, body))
  },

  async changeSecondFactorRule({ services, caller, client, body }) {
    await changeSecondFactorRule(services, caller, client, body)
  },
} satisfies Partial<Handlers>
