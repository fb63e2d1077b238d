/** The classes of native inputs, in every state. */
export const inputClasses =
  'block min-h-11 w-full rounded-control border border-edge bg-surface px-3.5 text-14 text-ink transition-[border-color,box-shadow] placeholder:text-ink-3 hover:border-ink-3 -outline-offset-1 focus:border-brand-500 focus:ring-3 focus:ring-brand-500/20 read-only:not-[select]:bg-sunken read-only:not-[select]:text-ink-2 aria-invalid:border-bad aria-invalid:outline-bad aria-invalid:focus:ring-bad/20 disabled:opacity-60 dark:bg-sunken dark:not-aria-invalid:focus:border-brand-300 pointer-coarse:text-16'
