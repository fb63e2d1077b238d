import { useCallback, useEffect, useState } from 'react'
import { whenInteractive } from './interactive'
import { pageState } from './page-state'

/** What has come, by what has asked for it: what is drawn anew has it at once. */
const loaded = pageState<ReadonlyMap<() => Promise<unknown>, unknown>>('lazy components', new Map())

/**
 * A component whose code isn't needed for the first paint. It comes when the browser is idle, or
 * earlier when `load` is called: as the pointer or the focus comes near, at the latest on the click.
 * @param importer the dynamic import; the same function at every render.
 * @returns the component, undefined until it is there, and `load`, which answers whether it is: a
 *   failure is logged, and the next call tries again.
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

/**
 * The same for what opens and closes: a menu, a dialog.
 * @returns also whether it is wanted open, and `show`, which opens or closes it: what doesn't come
 *   isn't open.
 */
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

/**
 * Runs a task once the browser has nothing better to do.
 * @returns a function that calls it off.
 */
function whenIdle(task: () => void): () => void {
  // Safari has no requestIdleCallback; 200 ms there is after the first paint and its work.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: 2_000 })
  return () => cancelIdleCallback(handle)
}
