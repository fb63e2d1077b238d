import { type ComponentType, useEffect, useState } from 'react'
import type { CodeFieldProps } from './CodeField'

interface CodeStepProps extends Pick<CodeFieldProps, 'submits'> {
  isNeeded: boolean
}

/** The field for a code, which a form shows once it is needed. Its code loads then. */
export function CodeStep({ isNeeded, submits }: CodeStepProps) {
  const [Field, setField] = useState<ComponentType<CodeFieldProps>>()
  useEffect(() => {
    // If it fails to load, the app says so; the next submission retries.
    if (isNeeded) {
      import('./CodeField').then(({ CodeField }) => setField(() => CodeField), console.error)
    }
  }, [isNeeded])
  return Field && <Field name="one_time_code" takesFocus submits={submits} />
}
