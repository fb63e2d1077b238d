import * as v from 'valibot'
import { type LinkSecrets, readLink, signLink } from '../lib/signed-tokens'
import { day } from '../lib/time'

/** How long the link of a mail stops its report, in ms. */
const lifetime = 400 * day

const claims = v.object({
  sub: v.string(),
  aud: v.literal('orglens-report'),
  exp: v.number(),
})

/** @returns the token of a mail's link that stops its report, and nothing else: who gets the mail may use it. */
export const reportToken = (secrets: LinkSecrets, reportId: string): string =>
  signLink(secrets, { sub: reportId, aud: 'orglens-report' }, lifetime)

/** @returns the report of such a token; null if it is forged, malformed or too old. */
export const reportOfToken = (secrets: LinkSecrets, token: string): string | null =>
  readLink(secrets, token, claims)?.sub ?? null
