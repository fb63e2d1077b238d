/** The heading of a signed-out screen and the line below it. */
export function SignedOutHeading({ title, text }: { title: string; text: string }) {
  return (
    <header className="mb-6.5">
      <h1 className="text-28 font-[680] tracking-[-0.03em] text-ink">{title}</h1>
      <p className="mt-1 text-15 text-pretty text-ink-2">{text}</p>
    </header>
  )
}
