import { useCallback, useEffect, useState } from 'react'
import { whenInteractive } from './interactive'
import { pageState } from './page-state'

/** What has loaded, by its importer: a component that mounts again has it at once. */
const loaded = pageState<ReadonlyMap<() => Promise<unknown>, unknown>>('lazy components', new Map())

/**
 * Loads a component that the first paint doesn't need: when the browser is idle, or at the first call of
 * `load`, such as on hover, focus or click.
 * @param importer the dynamic import; the same function at every render.
 * @returns the component, undefined until it has loaded, and `load`, which resolves to whether it has. A
 *   failure is logged; the next call tries again.
 */
export function useLazyComponent<Component>(importer: () => Promise<Component>) {
  const [component, setComponent] = useState(
    () => loaded.get().get(importer) as Component | undefined,
  )
  const load = useCallback(async () => {
    try {
      const component = await importer()
      loaded.set(new Map(loaded.get()).set(importer, component))
      setComponent(() => component)
      return true
    } catch (error) {
      console.error('A part of the app could not be loaded', error)
      return false
    }
  }, [importer])
  useEffect(() => {
    let cancel = () => {}
    const unsubscribe = whenInteractive(() => {
      cancel = whenIdle(() => void load())
    })
    return () => {
      unsubscribe()
      cancel()
    }
  }, [load])
  return [component, load] as const
}

/** The same for a menu or dialog. `show` opens or closes it; if it fails to load, it isn't `open`. */
export function useLazyPopup<Component>(importer: () => Promise<Component>) {
  const [component, load] = useLazyComponent(importer)
  const [open, setOpen] = useState(false)
  const show = useCallback(
    async (wanted: boolean) => {
      setOpen(wanted)
      if (!(await load())) setOpen(false)
    },
    [load],
  )
  return { component, load, open, show }
}

/** Runs a task once the browser is idle. @returns a function that cancels it. */
function whenIdle(task: () => void): () => void {
  // Safari has no requestIdleCallback; 200 ms is after its first paint.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: 2_000 })
  return () => cancelIdleCallback(handle)
}
