/** English, as the words around it are. */
const createFormat = () => new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * How long ago something was: 'just now', '2 hours ago', 'yesterday', '3 days ago'. What seems to lie ahead,
 * because clocks differ, was just now.
 * @param isoDate an instant.
 * @param now in ms since 1970.
 */
export function formatAgo(isoDate: string, now: number): string {
  const passed = Math.max(now - Date.parse(isoDate), 0)
  if (passed < minute) return 'just now'
  if (passed < hour) return createFormat().format(-Math.floor(passed / minute), 'minute')
  if (passed < day) return createFormat().format(-Math.floor(passed / hour), 'hour')
  return createFormat().format(-Math.floor(passed / day), 'day')
}
