/**
 * Runs a task once the browser has nothing better to do.
 * @returns a function that calls it off.
 */
export function whenIdle(task: () => void): () => void {
  // Safari has no requestIdleCallback; 200 ms there is after the first paint and its work.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: 2_000 })
  return () => cancelIdleCallback(handle)
}
