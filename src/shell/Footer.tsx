import { now } from '../lib/server-clock'
import { settings } from '../settings'

export function Footer() {
  const links = [
    { name: 'Support', href: settings.supportUrl },
    { name: 'Privacy', href: settings.privacyUrl },
    { name: 'Terms', href: settings.termsUrl },
  ].filter(({ href }) => href !== '')
  return (
    <footer className="mx-auto flex w-full max-w-[1344px] flex-wrap items-center gap-x-5 px-4 pt-10 pb-8 text-12h text-ink-3 sm:px-8 print:hidden">
      <p>{`© ${new Date(now()).getFullYear()} ${settings.productName}`}</p>
      {links.map(({ name, href }) => (
        <a
          key={name}
          href={href}
          className="inline-flex items-center rounded-6 hover:text-ink hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          {name}
        </a>
      ))}
    </footer>
  )
}
