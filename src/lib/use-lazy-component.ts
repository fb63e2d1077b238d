import { useCallback, useEffect, useState } from 'react'
import { whenInteractive } from './interactive'
import { pageState } from './page-state'

/** Loaded modules by importer, so that a component that mounts again has its module at once. */
const loaded = pageState<ReadonlyMap<() => Promise<unknown>, unknown>>('lazy components', new Map())

/**
 * Loads a part that the screen works without. `lazy` is for content, whose failure is the screen's.
 * @param importer the dynamic import; the same function at every render.
 * @param when it loads: when the browser is idle, now, or when `load` is called, such as on hover, focus or click.
 * @returns the part as `code`, undefined until it has loaded; `load`, which resolves to whether it has; and whether
 *   the last try failed, which is logged. The next one tries again.
 */
export function useLazyComponent<Code>(
  importer: () => Promise<Code>,
  when: 'idle' | 'now' | 'asked' = 'idle',
) {
  const [code, setCode] = useState(() => loaded.get().get(importer) as Code | undefined)
  const [hasFailed, setHasFailed] = useState(false)
  const load = useCallback(async () => {
    setHasFailed(false)
    try {
      const code = await importer()
      loaded.set(new Map(loaded.get()).set(importer, code))
      setCode(() => code)
      return true
    } catch (error) {
      console.error('A part of the app could not be loaded', error)
      setHasFailed(true)
      return false
    }
  }, [importer])
  useEffect(() => {
    if (when === 'now') void load()
    if (when !== 'idle') return
    let cancel = () => {}
    const unsubscribe = whenInteractive(() => {
      cancel = whenIdle(() => void load())
    })
    return () => {
      unsubscribe()
      cancel()
    }
  }, [load, when])
  return { code, load, hasFailed }
}

/**
 * Loads a part once it is needed. From then on it stays.
 * @returns the part; undefined until it is needed and has loaded. If it fails to load, the next need retries.
 */
export function useOnceNeeded<Code>(importer: () => Promise<Code>, isNeeded: boolean) {
  const [wasNeeded, setWasNeeded] = useState(isNeeded)
  if (isNeeded && !wasNeeded) setWasNeeded(true)
  const { code } = useLazyComponent(importer, isNeeded ? 'now' : 'asked')
  return wasNeeded ? code : undefined
}

/** Runs a task once the browser is idle. @returns a function that cancels it. */
function whenIdle(task: () => void): () => void {
  // Safari has no requestIdleCallback. 200 ms is after its first paint.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: 2_000 })
  return () => cancelIdleCallback(handle)
}
