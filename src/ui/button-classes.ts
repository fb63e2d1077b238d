import { classNames } from './class-names'

const looks = {
  primary:
    'bg-brand-500 text-white shadow-control inset-shadow-[0_1px_0_rgb(255_255_255/0.16)] hover:bg-brand-600 active:bg-brand-700',
  secondary:
    'border border-line-2 bg-surface text-ink hover:bg-sunken active:bg-line dark:hover:bg-raised dark:active:bg-line',
  quiet: 'text-accent hover:bg-sunken active:bg-line dark:hover:bg-raised dark:active:bg-line',
  danger: 'bg-bad-bg text-bad hover:brightness-95 active:brightness-90 dark:hover:brightness-125',
}

export type ButtonLook = keyof typeof looks

/** Returns the classes of buttons, and of links that look like buttons. */
export function buttonClasses(look: ButtonLook, className?: string): string {
  return classNames(
    'relative inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-5 text-14 font-semibold transition-[background-color,filter,opacity] select-none disabled:cursor-not-allowed aria-disabled:cursor-not-allowed print:hidden',
    'disabled:not-aria-busy:opacity-55 forced-colors:border',
    looks[look],
    className,
  )
}
