import { TextField } from '../ui/forms/TextField'

interface EmailFieldProps {
  /** `username`: for signing in. `email`: a new one. */
  autoComplete: 'username' | 'email'
  /** The initial value. */
  defaultValue?: string | undefined
}

/** The e-mail address of an account. */
export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      {...props}
      label="Email"
      name="email"
      type="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
