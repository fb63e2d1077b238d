/** The classes of a key's name. Its `display` is left to whoever shows it. */
export const keyClasses =
  'h-5.5 min-w-5.5 place-items-center rounded-6 border border-line-2 bg-surface px-1.5 font-sans text-12 font-medium text-ink-3'
