import { expect, test } from 'vitest'
import { validateRegistration } from '../../src/auth/validate-registration'

const complete = {
  fullname: 'Ada Lovelace',
  email: 'ada@engines.test',
  organization: 'Analytical Engines',
  password: 'difference',
  confirmPassword: 'difference',
  agreed: true,
}

test('a complete registration may be sent', () => {
  expect(validateRegistration(complete)).toBeNull()
})

test.each(['fullname', 'email', 'organization'] as const)('%s is required', (name) => {
  for (const value of ['', '  ', '\t\n', '\u00a0']) {
    const errors = validateRegistration({ ...complete, [name]: value })
    expect(errors).toEqual({ missing: new Set([name]) })
  }
})

test('the password is required', () => {
  const errors = validateRegistration({ ...complete, password: '', confirmPassword: '' })
  expect(errors).toEqual({ missing: new Set(['password']) })
})

test.each(['differenc', 'Difference', 'difference ', ''])('%j is not the password', (confirm) => {
  expect(validateRegistration({ ...complete, confirmPassword: confirm })).toEqual({
    missing: new Set(),
    confirmPassword: 'Passwords do not match.',
  })
})

test('the terms must be agreed to', () => {
  expect(validateRegistration({ ...complete, agreed: false })).toEqual({
    missing: new Set(),
    agreed: 'You must agree to the terms and conditions.',
  })
})

test('everything that is wrong is said at once', () => {
  const errors = validateRegistration({
    ...complete,
    email: '',
    password: '',
    agreed: false,
  })
  expect(errors).toEqual({
    missing: new Set(['email', 'password']),
    confirmPassword: 'Passwords do not match.',
    agreed: 'You must agree to the terms and conditions.',
  })
})
