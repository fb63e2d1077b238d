import { basePath } from '../lib/base-path'
import { copyText } from '../lib/copy-text'
import { showToast } from '../ui/toasts/toast'

/** @returns the address that takes members of an organisation to their sign-in (D42). */
export function organisationLink(slug: string): string {
  return `${window.location.origin}${basePath}/${encodeURIComponent(slug)}`
}

/** Copies an organisation's link and shows the result. */
export async function copyOrganisationLink(slug: string): Promise<void> {
  try {
    await copyText(organisationLink(slug))
  } catch (error) {
    console.error('Failed to copy the link', error)
    return showToast('error', 'Failed to copy the link.')
  }
  return showToast('success', 'Link copied to clipboard!')
}
