import { type ReactNode, useRef } from 'react'
import { useFragmentAction } from '../lib/use-fragment-action'
import PasskeysCard from '../passkeys/PasskeysCard'
import { settings } from '../settings'
import { DataCard } from './DataCard'
import { PasswordCard } from './PasswordCard'
import SecondFactorCard from './SecondFactorCard'
import { SessionsCard } from './SessionsCard'

/**
 * The cards below the profile's form, for actions on the user's own account.
 * @param props.children cards of other features, shown above those about the whole account.
 */
export default function Account({ children }: { children: ReactNode }) {
  return (
    <>
      <Part fragment="security">
        <PasswordCard />
        <PasskeysCard />
        {settings.hasTwoFactor && <SecondFactorCard />}
      </Part>
      <Part fragment="sessions">
        <SessionsCard />
      </Part>
      <Part fragment="reports">{children}</Part>
      <Part fragment="account">
        <DataCard />
      </Part>
    </>
  )
}

/** A part of the page that the palette leads to. */
function Part({ fragment, children }: { fragment: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useFragmentAction(fragment, () => place.current?.focus())
  return (
    <div ref={place} tabIndex={-1} className="grid gap-6 outline-none">
      {children}
    </div>
  )
}
