import { useCallback, useEffect, useState } from 'react'
import { whenAlive } from './alive'
import { whenIdle } from './when-idle'

/**
 * A component whose code isn't needed for the first paint. It comes when the browser is idle, or
 * earlier when `load` is called: as the pointer or the focus comes near, at the latest on the click.
 * @param importer the dynamic import; the same function at every render.
 * @returns the component, undefined until it is there, and `load`, which answers whether it is: a
 *   failure is logged, and the next call tries again.
 */
export function useLateComponent<Component>(importer: () => Promise<Component>) {
  const [component, setComponent] = useState<Component>()
  const load = useCallback(async () => {
    try {
      const loaded = await importer()
      setComponent(() => loaded)
      return true
    } catch (error) {
      console.error('A part of the app could not be loaded', error)
      return false
    }
  }, [importer])
  useEffect(() => {
    let callOff = () => {}
    const forget = whenAlive(() => {
      callOff = whenIdle(() => void load())
    })
    return () => {
      forget()
      callOff()
    }
  }, [load])
  return [component, load] as const
}
