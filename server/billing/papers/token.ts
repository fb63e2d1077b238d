import * as v from 'valibot'
import { type LinkSecrets, readLink, signLink } from '../../lib/signed-tokens'
import { day } from '../../lib/time'

/** The address of a paper, opened without an account. The link's token is its query, which no log has. */
export const openPaperPath = '/api/open-paper/'

/** The lifetime of a link to a paper, in days. */
export const daysOfPaperLink = 400

const claims = v.object({
  /** The accounting address's id. */
  sub: v.string(),
  /** The id of the tax document or receipt. */
  paper: v.string(),
  aud: v.literal('orglens-paper'),
  exp: v.number(),
})

export type PaperSecrets = Pick<LinkSecrets, 'accessTokenSecret' | 'clock'>

/** Signs the token of a link to one paper for one accounting address. */
export const paperToken = (secrets: PaperSecrets, copyId: string, paperId: string): string =>
  signLink(secrets, { sub: copyId, paper: paperId, aud: 'orglens-paper' }, daysOfPaperLink * day)

/** @returns the ids of the accounting address and of the paper; null for a token that is forged, malformed or expired. */
export function paperOfToken(
  secrets: LinkSecrets,
  token: string,
): { copyId: string; paperId: string } | null {
  const found = readLink(secrets, token, claims)
  return found && { copyId: found.sub, paperId: found.paper }
}
