import { signUp } from '../domain/signup'
import type { Handlers } from '../handler'

export const signupHandlers: Pick<Handlers, 'signup'> = {
  async signup({ services, body }) {
    await signUp(services, {
      fullName: body.fullname,
      email: body.email,
      password: body.password,
      organisationName: body.organization,
    })
    return { message: 'Registration successful.' }
  },
}
