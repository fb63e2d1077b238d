import { basePath } from '../lib/base-path'
import { copyWithToast } from '../ui/toasts/copy-with-toast'

/** @returns the address that takes members of an organisation to their sign-in. */
export function organisationLink(slug: string): string {
  return `${window.location.origin}${basePath}/${encodeURIComponent(slug)}`
}

/** @returns the part of the link before the slug, without the scheme. */
export const linkPrefix = () => organisationLink('').replace(/^https?:\/\//, '')

export function copyOrganisationLink(slug: string): Promise<void> {
  return copyWithToast('Link', organisationLink(slug))
}
