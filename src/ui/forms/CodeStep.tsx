import { type ComponentType, useEffect, useState } from 'react'
import type { CodeFieldProps } from './CodeField'

/** The field for a code that a form turns out to need, from then on. Its code comes then. */
export function CodeStep({ isNeeded }: { isNeeded: boolean }) {
  const [Field, setField] = useState<ComponentType<CodeFieldProps>>()
  useEffect(() => {
    // If it doesn't load, the app says so; the next submission tries again.
    if (isNeeded) {
      import('./CodeField').then(({ CodeField }) => setField(() => CodeField), console.error)
    }
  }, [isNeeded])
  return Field && <Field name="one_time_code" takesFocus />
}
