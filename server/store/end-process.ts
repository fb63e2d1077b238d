/**
 * Ends the process after a fatal error; a supervisor restarts it. Not synchronously, so that the
 * first code to see the error can report it.
 */
export function endProcess(error: unknown): void {
  setImmediate(() => {
    throw error
  })
}
