import { UserRound } from 'lucide-react'
import { classNames } from './class-names'

/**
 * The first letters or digits, of whatever script, of the first and the last word that has one:
 * '"Priya" Anand Shah (Acme)' is 'PA'. Empty where none has.
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

/** What a reader takes for one: a letter with its marks is several characters. */
function firstLetterOf(word: string): string {
  // Below U+0300 nothing joins what stands before it: few names need a segmenter, which takes ms to make.
  const [first = '', second = ''] = word
  if (first < '\u0300' && second < '\u0300') return first
  // Firefox before 125 has none.
  const letters = 'Segmenter' in Intl ? new Intl.Segmenter().segment(word) : word
  for (const letter of letters) return typeof letter === 'string' ? letter : letter.segment
  return ''
}

interface AvatarProps {
  /** Whose initials to show; without a name a figure stands in. */
  name: string | undefined
  /** Sets the size; 40 px square unless told. */
  className?: string
}

/** Stands for a person or an organisation. Decorative: the name is to be said beside it. */
export function Avatar({ name, className = 'size-10' }: AvatarProps) {
  const initials = name && initialsOf(name)
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center rounded-control bg-brand-100 text-12h font-[650] text-brand-700 select-none dark:text-brand-200',
        className,
      )}
    >
      {initials || <UserRound className="size-[18px]" />}
    </span>
  )
}
