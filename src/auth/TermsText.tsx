import type { ReactNode } from 'react'
import { settings } from '../settings'

/** What the terms checkbox says; plain words where a deployment has no such pages (D25). */
export function TermsText() {
  return (
    <span className="text-pretty">
      I agree to the <Page address={settings.termsUrl}>terms and conditions</Page> and the{' '}
      <Page address={settings.privacyUrl}>privacy policy</Page>
    </span>
  )
}

function Page({ address, children }: { address: string; children: ReactNode }) {
  if (!address) return children
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className="rounded-6 font-semibold text-accent underline underline-offset-3"
    >
      {children}
    </a>
  )
}
