import { TextField } from '../ui/forms/TextField'

interface EmailFieldProps {
  /** `username`: one signs in with it. `email`: it is a new one. */
  autoComplete: 'username' | 'email'
  /** Filled in to begin with. */
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
