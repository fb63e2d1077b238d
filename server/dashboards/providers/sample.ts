import { errors, jwtVerify } from 'jose'
import * as v from 'valibot'
import { kinds } from '../../../contract/sample-analytics/kinds'
import type { Dashboards } from '../../api/dashboards'
import { createLinkSigner } from './link-token'
import { sampleFigures } from './sample-figures'

/** Seconds that an expired link still works, as with Metabase. */
const grace = 60

const claims = v.object({
  resource: v.object({ dashboard: v.string() }),
  params: v.object({ organisation: v.string() }),
})

/**
 * Dashboards of sample data, whose links are signed and expire like Metabase's (D34, D74).
 * @param secrets the first one signs; the others are accepted too. Keys are
 *   derived, so that no link is an access token.
 */
export function createSampleDashboards(secrets: readonly [string, ...string[]]): Dashboards {
  const keyOf = (secret: string) => new TextEncoder().encode(`sample dashboards ${secret}`)
  const signLink = createLinkSigner(keyOf(secrets[0]))
  return {
    all: Object.entries(kinds).map(([id, { name }]) => ({ id, name })),
    // Its figures are made up, so a new slug loses nothing.
    selectsBySlug: false,
    async linkFor({ slug }, id, now) {
      const shown = { resource: { dashboard: id }, params: { organisation: slug } }
      const { token, expiresIn } = signLink(shown, now)
      return { url: `/sample-analytics/?token=${token}#theme=transparent`, expiresIn }
    },
    async figuresFor({ slug }, id, now) {
      const kind = kinds[id]
      if (!kind) throw new Error(`There is no dashboard ${id}`)
      return sampleFigures(kind, slug, now)
    },
    async readSampleLink(token, now) {
      for (const secret of secrets) {
        try {
          const { payload } = await jwtVerify(token, keyOf(secret), {
            algorithms: ['HS256'],
            requiredClaims: ['exp'],
            clockTolerance: grace,
            currentDate: now,
          })
          const { resource, params } = v.parse(claims, payload)
          return { dashboard: resource.dashboard, organisation: params.organisation }
        } catch (error) {
          if (error instanceof errors.JWTExpired) return 'ended'
        }
      }
      return 'forged'
    },
  }
}
