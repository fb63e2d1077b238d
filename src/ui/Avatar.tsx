import { UserRound } from 'lucide-react'
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

/** Returns a letter with its marks, which are separate characters. */
function firstLetterOf(word: string): string {
  // No character below U+0300 joins the previous one. Few names need a segmenter, which takes milliseconds to create.
  const [first = '', second = ''] = word
  if (first < '\u0300' && second < '\u0300') return first
  // Firefox before 125 has no segmenter.
  const letters = 'Segmenter' in Intl ? new Intl.Segmenter().segment(word) : word
  for (const letter of letters) return typeof letter === 'string' ? letter : letter.segment
  return ''
}

interface AvatarProps {
  /** The name to show initials of. Without a name, an icon shows. */
  name: string | undefined
  /** Sets the size. */
  className?: string
}

/** The initials of a person or an organisation. Decorative: show the name beside it. */
export function Avatar({ name, className }: AvatarProps) {
  const initials = name && initialsOf(name)
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center rounded-control bg-brand-100 text-12h font-[650] text-brand-700 whitespace-nowrap select-none dark:text-brand-200',
        className,
      )}
    >
      {initials || <UserRound className="size-[18px]" />}
    </span>
  )
}
