// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { checkRegistration } from '../../src/auth/registration/Register'
import { readForm } from '../../src/ui/forms/submission'

/** @returns what is read from a form whose fields hold this. */
function typed(values: Record<string, string>) {
  const form = document.createElement('form')
  for (const [name, value] of Object.entries(values)) {
    form.append(Object.assign(document.createElement('input'), { name, value }))
  }
  return readForm<'fullname' | 'email' | 'organization' | 'password'>(form)
}

const complete = {
  fullname: 'Ada Lovelace',
  email: 'ada@engines.test',
  organization: 'Analytical Engines',
  password: 'difference',
  confirmPassword: 'difference',
  agreed: 'on',
}
const confirmPassword = 'Passwords do not match.'
const agreed = 'You must agree to the terms and conditions.'
/** What is wrong with each field. */
const nothing = Object.fromEntries(Object.keys(complete).map((name) => [name, null]))
const check = (changes: Partial<typeof complete>) =>
  checkRegistration(typed({ ...complete, ...changes }))

test('trims input, but not passwords', () => {
  expect(
    typed({ email: ' ada@engines.test\t', new_password: ' x ', confirmPassword: ' y' }),
  ).toEqual({ email: 'ada@engines.test', new_password: ' x ', confirmPassword: ' y' })
})

describe('a registration', () => {
  test('may be sent if it is complete', () => {
    expect(check({})).toEqual(nothing)
  })

  test.each(['fullname', 'email', 'organization'] as const)('needs %s', (name) => {
    for (const value of ['', '  ', '\t\n', '\u00a0']) {
      expect(check({ [name]: value })).toEqual({ ...nothing, [name]: '' })
    }
  })

  test('needs a password', () => {
    const found = check({ password: '', confirmPassword: '' })
    expect(found).toEqual({ ...nothing, password: '' })
  })

  test.each(['differenc', 'Difference', 'difference ', ''])(
    'refuses %j as the repeated password',
    (confirm) => {
      expect(check({ confirmPassword: confirm })).toEqual({ ...nothing, confirmPassword })
    },
  )

  test('needs agreement to the terms', () => {
    const { agreed: _agreed, ...others } = complete
    expect(checkRegistration(typed(others))).toEqual({ ...nothing, agreed })
  })

  test('reports everything wrong at once', () => {
    const { agreed: _agreed, ...others } = { ...complete, email: '', password: '' }
    const wrong = { email: '', password: '', confirmPassword, agreed }
    expect(checkRegistration(typed(others))).toEqual({ ...nothing, ...wrong })
  })
})
