import { TextField } from '../ui/forms/TextField'

interface EmailFieldProps {
  /** `username`: for signing in, by passkey too. `email`: a new one. */
  autoComplete: 'username' | 'username webauthn' | 'email'
  defaultValue?: string | undefined
  hint?: string | undefined
  keptAs?: string | undefined
}

/** Under this name the address to sign in with goes from screen to screen. */
export const accountAddress = 'account address'

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
