import type { Dashboards } from '../../api/dashboards'
import type { Row } from '../../store/change'
import type { MetabaseDashboard } from './dashboards-file'
import { createLinkSigner } from './link-token'
import { type Reading, readMetabaseFigures } from './metabase-figures'

/** Options of Metabase's embedding. */
export interface MetabaseOptions {
  /** Metabase's address, without a trailing slash. */
  siteUrl: string
  /** Metabase's embedding secret key. */
  secretKey: string
  /** The locked parameter that selects an organisation's data. */
  organisationParameter: string
  /**
   * The parameter's value: nobody can choose an id; the first to register a name chooses its slug
   * (D68).
   */
  organisationValue: 'id' | 'slug'
}

/** Newer versions hide the page's background by `background`, earlier ones by `theme`. */
const look = '#theme=transparent&bordered=false&titled=false&background=false'

/**
 * Metabase's signed embedding (D34). Source: Metabase, "Static embedding": HS256 over `{resource,
 * params, exp}`, every locked parameter in `params`.
 * @param shown the dashboards in the order of their tabs, at least one.
 * @param reading options of reading figures, for tests.
 */
export function createMetabaseDashboards(
  options: MetabaseOptions,
  shown: readonly MetabaseDashboard[],
  reading: Partial<Reading> = {},
): Dashboards {
  const signLink = createLinkSigner(new TextEncoder().encode(options.secretKey))
  const sign = (
    organisation: Omit<Row<'organisations'>, 'secondFactor'>,
    id: string,
    now: Date,
  ) => {
    const dashboard = shown.find((one) => one.id === id)
    if (!dashboard) throw new Error(`There is no dashboard ${id}`)
    const params = {
      ...dashboard.lockedParameters,
      // Comes last, so that no file can select another organisation's data.
      [options.organisationParameter]: organisation[options.organisationValue],
    }
    return signLink({ resource: { dashboard: dashboard.metabaseId }, params }, now)
  }
  return {
    all: shown.map(({ id, name }) => ({ id, name })),
    selectsBySlug: options.organisationValue === 'slug',
    async linkFor(organisation, id, now) {
      const { token, expiresIn } = sign(organisation, id, now)
      return { url: `${options.siteUrl}/embed/dashboard/${token}${look}`, expiresIn }
    },
    async figuresFor(organisation, id, now) {
      const { token } = sign(organisation, id, now)
      return await readMetabaseFigures(`${options.siteUrl}/api/embed/dashboard/${token}`, reading)
    },
  }
}
