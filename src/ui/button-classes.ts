import { classNames } from './class-names'

const hover = 'hover:bg-sunken active:bg-press dark:hover:bg-raised dark:active:bg-press'

const looks = {
  primary:
    'bg-brand-500 text-white shadow-control inset-shadow-[0_1px_0_rgb(255_255_255/0.16)] hover:bg-brand-600 active:bg-brand-700',
  secondary:
    'border border-button-line bg-surface text-ink hover:bg-sunken active:bg-press dark:bg-raised dark:hover:bg-hover dark:active:bg-press',
  quiet: `text-ink-2 hover:text-ink ${hover}`,
  /** A quiet button that leads on. */
  accent: `text-accent ${hover}`,
  /** The first button of a banner. */
  warm: 'text-warn underline-offset-3 hover:underline',
  danger: 'text-bad hover:bg-bad-bg active:bg-press',
  /** A danger button that stands alone, and each on phones. */
  'danger-line': 'border border-bad-line bg-surface text-bad hover:bg-bad-bg active:bg-press',
}

const sizes = {
  medium: 'min-h-(--control) rounded-control px-4 py-1.5',
  small: 'min-h-9 rounded-8 px-3 py-1 pointer-coarse:min-h-11',
}

export interface ButtonStyle {
  look?: keyof typeof looks | undefined
  size?: keyof typeof sizes | undefined
}

/** Returns the classes of buttons, and of links that look like buttons. */
export function buttonClasses(
  { look = 'primary', size = 'medium' }: ButtonStyle,
  className?: string,
): string {
  return classNames(
    'relative inline-flex items-center justify-center gap-2 text-14 font-semibold transition-[background-color,opacity] select-none disabled:cursor-not-allowed aria-disabled:cursor-not-allowed print:hidden',
    'disabled:not-aria-busy:opacity-55 forced-colors:border',
    sizes[size],
    looks[look],
    className,
  )
}

const quietIcon = `size-9 rounded-8 hover:text-ink aria-expanded:bg-sunken dark:aria-expanded:bg-raised ${hover}`

const iconLooks = {
  /** A button of the top bar. */
  framed:
    'size-10 rounded-control border border-line-2 bg-surface hover:border-edge hover:text-ink active:bg-press',
  /** A button of a card. */
  quiet: quietIcon,
  /** The button at the end of a row. Its icon ends on the card's line. */
  row: `${quietIcon} -me-2.5 pointer-coarse:-me-3.25`,
}

export type IconButtonLook = keyof typeof iconLooks

/** Returns the classes of square buttons, menu buttons and links with an icon only. */
export function iconButtonClasses(look: IconButtonLook, className?: string): string {
  return classNames(
    'relative inline-grid shrink-0 place-items-center text-ink-2 transition-colors pointer-coarse:size-11 print:hidden',
    iconLooks[look],
    className,
  )
}
