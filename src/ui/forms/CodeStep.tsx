import { useOnceNeeded } from '../../lib/use-lazy-component'
import type { CodeFieldProps } from './CodeField'

const importField = () => import('./CodeField').then((module) => module.CodeField)

interface CodeStepProps extends Pick<CodeFieldProps, 'submits'> {
  isNeeded: boolean
}

/** The field for a code, once one is needed. */
export function CodeStep({ isNeeded, submits }: CodeStepProps) {
  const Field = useOnceNeeded(importField, isNeeded)
  return Field && <Field name="one_time_code" takesFocus submits={submits} />
}
