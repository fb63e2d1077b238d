/**
 * Ends the process with an error that it can't go on after: what restarts it begins afresh. Not at once,
 * so that whoever meets the error first can say so.
 */
export function endProcess(error: unknown): void {
  setImmediate(() => {
    throw error
  })
}
