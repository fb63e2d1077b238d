import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { codeIsLost } from './lost-code'

/**
 * @param reset lets the boundary that caught the error show its content again.
 * @returns what tries again: queries that failed, loaders that failed, code that didn't come.
 */
export function useRetry(reset: () => void): () => void {
  const queries = useQueryErrorResetBoundary()
  const router = useRouter()
  return () => {
    // Browsers remember that a module failed; only a new document asks for it again.
    if (codeIsLost() && navigator.onLine) return window.location.reload()
    queries.reset()
    reset()
    void router.invalidate()
  }
}
