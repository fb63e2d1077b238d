import { UserRound } from 'lucide-react'
import { lazily } from '../lib/lazily'
import { classNames } from './class-names'

/**
 * The first letters or digits, of any script, of the first and last word with one: '"Priya" Anand Shah
 * (Acme)' is 'PA'. May be empty.
 */
function initialsOf(name: string): string {
  const words = name
    .split(/\s+/u)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ''))
    .filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends
    .map((word) => firstLetterOf(word ?? ''))
    .join('')
    .toLocaleUpperCase()
}

const segmenter = lazily(() => new Intl.Segmenter())

/** Returns a letter with its marks, which are separate characters. */
function firstLetterOf(word: string): string {
  const [first = '', second = ''] = word
  // No character below U+0300 joins the previous one. Firefox before 125 has no segmenter.
  if (second < '\u0300' || !('Segmenter' in Intl)) return first
  return segmenter().segment(word).containing(0)?.segment ?? ''
}

const hues = [
  'bg-hue-1 text-hue-1-ink',
  'bg-hue-2 text-hue-2-ink',
  'bg-hue-3 text-hue-3-ink',
  'bg-hue-4 text-hue-4-ink',
  'bg-hue-5 text-hue-5-ink',
  'bg-hue-6 text-hue-6-ink',
]

/** Returns the classes of a name's hue, the same on every page. */
function hueOf(name: string): string | undefined {
  const hash = Array.from(name).reduce(
    (sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0,
    7,
  )
  return hues[hash % hues.length]
}

const sizes = {
  24: 'size-6 rounded-[7px] text-[0.65625rem]',
  32: 'size-8 rounded-10 text-12',
  34: 'size-8.5 rounded-10 text-12',
  40: 'size-10 rounded-control text-12h pointer-coarse:size-11',
  48: 'size-12 rounded-[14px] text-16',
}

interface AvatarProps {
  /** The name to show initials of. Without a name, an icon shows. */
  name: string | undefined
  /** Pixels. 24 in chips, 32 in rows, 34 in the sidebar, 40 in the top bar, 48 on the profile. */
  size?: keyof typeof sizes
  /** Whether it is an organisation, which always has the first hue. */
  isOrganisation?: boolean
  className?: string
}

/** The initials of a person or an organisation. Decorative: show the name beside it. */
export function Avatar({ name, size = 32, isOrganisation = false, className }: AvatarProps) {
  const initials = name && initialsOf(name)
  const hue = initials && !isOrganisation ? hueOf(name) : hues[0]
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center leading-none font-[650] tracking-[0.01em] whitespace-nowrap select-none forced-colors:border',
        sizes[size],
        hue,
        className,
      )}
    >
      {initials || <UserRound className="size-[18px]" />}
    </span>
  )
}
