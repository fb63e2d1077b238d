/** Says by a plan's button how checkout ended, where that leaves everything as it was (D18, D28). */
export function CheckoutNote({ kind }: { kind: 'dismissed' | 'unavailable' }) {
  return kind === 'dismissed' ? (
    <p className="mt-2.5 text-12h text-ink-2">You closed checkout. Nothing was charged.</p>
  ) : (
    <p role="alert" className="mt-2.5 text-12h font-medium text-bad">
      Checkout could not be opened. Nothing was changed or charged. Please try again.
    </p>
  )
}
