import type { Handlers } from '../http/handler'

export const organisationHandlers: Pick<Handlers, 'checkOrganisation'> = {
  async checkOrganisation({ services, body }) {
    const slug = body.organisation_url.trim().toLowerCase()
    return { exists: (await services.store.one('organisations', { slug })) !== null }
  },
}
