/** The classes of native inputs, in every state. */
export const inputClasses =
  'block min-h-(--control) w-full rounded-control border border-edge bg-field px-3.25 text-14 text-ink transition-[border-color,box-shadow] placeholder:text-ink-3 hover:border-ink-3 outline-none focus:border-focus focus:ring-1 focus:ring-focus focus:outline-4 focus:outline-focus/20 read-only:not-[select]:border-line-2 read-only:not-[select]:bg-locked read-only:not-[select]:text-ink-2 aria-invalid:border-bad aria-invalid:focus:ring-bad aria-invalid:focus:outline-bad/20 disabled:opacity-60 pointer-coarse:text-16'
