import { useState } from 'react'
import { useLazyComponent } from '../../lib/use-lazy-component'
import type { CodeFieldProps } from './CodeField'

const importField = () => import('./CodeField').then((module) => module.CodeField)

interface CodeStepProps extends Pick<CodeFieldProps, 'submits'> {
  isNeeded: boolean
}

/** The field for a code, once one is needed. If its code fails to load, the next submission retries. */
export function CodeStep({ isNeeded, submits }: CodeStepProps) {
  const [wasNeeded, setWasNeeded] = useState(isNeeded)
  if (isNeeded && !wasNeeded) setWasNeeded(true)
  const { code: Field } = useLazyComponent(importField, isNeeded ? 'now' : 'asked')
  return wasNeeded && Field && <Field name="one_time_code" takesFocus submits={submits} />
}
