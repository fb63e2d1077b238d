import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { demoMember } from '../../server/demo/demo'
import { fakeTime } from '../support/fake-time'
import { enter, openApp, toasted } from '../support/render-app'
import { holdAnswer, respond } from '../support/respond'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const agreement = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /I agree to/ })
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Register' })
const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent)
const ready = 'Your account is ready. Taking you to sign in…'
const missing = 'Please fill in all required fields.'

const typed = {
  'Full Name': 'Ada Lovelace',
  Email: 'ada@engines.test',
  Organisation: 'Analytical Engines',
  Password: 'difference-engine',
  'Confirm Password': 'difference-engine',
}
const marked = () =>
  Object.keys(typed).filter((one) => field(one).getAttribute('aria-invalid') === 'true')

function fill(values: Partial<typeof typed>) {
  for (const [label, value] of Object.entries(values)) {
    enter(field(label), value)
  }
}

/** Opens the registration and fills it in, but for what `values` says otherwise. */
async function filledIn(values: Partial<typeof typed> = {}) {
  const app = openApp('/register')
  await screen.findByRole('heading', { name: 'Create an account' })
  fill({ ...typed, ...values })
  await app.user.click(agreement())
  return app
}

/** @returns the texts that describe a field. */
const descriptionOf = (label: string) =>
  (field(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)

test('an organisation in the address is filled in and locked; terms without a page are plain text', async () => {
  withSettings({ termsUrl: 'https://acme.test/terms' })
  openApp('/register?organization=Acme+Analytics')
  const organisation = await screen.findByLabelText<HTMLInputElement>('Organisation')
  expect([organisation.value, organisation.readOnly]).toEqual(['Acme Analytics', true])
  const terms = screen.getByRole('link', { name: 'terms and conditions' })
  expect(terms.getAttribute('href')).toBe('https://acme.test/terms')
  expect(screen.queryByRole('link', { name: 'privacy policy' })).toBeNull()
})

test('an empty form reports every missing field; a corrected field is no longer marked; passwords must match', async () => {
  const { user } = openApp('/register?organization=+')
  await screen.findByRole('heading', { name: 'Create an account' })
  await user.click(button())
  expect(alerts()).toEqual([
    missing,
    'Enter your full name.',
    'Enter your email address.',
    'Enter your organisation’s name.',
    'Enter a password of at least 8 characters.',
    'You must agree to the terms and conditions.',
  ])
  expect(descriptionOf('Organisation')).toEqual(['Enter your organisation’s name.'])
  expect(document.activeElement).toBe(field('Full Name'))
  enter(field('Password'), 'difference-engine')
  // The passwords differ now, but nobody has said to be done.
  expect(marked()).toEqual(['Full Name', 'Email', 'Organisation'])
  for (const label of marked()) await user.type(field(label), 'x')
  await user.click(agreement())
  expect(alerts()).toEqual([])
  await user.click(button())
  expect(alerts()).toEqual(['Passwords do not match.'])
  expect(document.activeElement).toBe(field('Confirm Password'))
  expect(api.requests).toEqual([])
})

test('two seconds after a registration the sign-in shows, with the address; the rest is forgotten', async () => {
  const { address, goTo } = await filledIn()
  const time = fakeTime()
  fireEvent.click(button())
  await time.until(() => screen.getByText(ready))
  await act(() => time.pass(1_990))
  expect(address()).toBe('/register')
  await act(() => time.pass(10))
  await time.until(() => screen.getByRole('heading', { name: 'Sign in' }))
  expect(address()).toBe('/signin')
  expect(field('Email').value).toBe('ada@engines.test')
  expect(api.requests).toEqual(['POST /api/signup/'])
  await act(() => goTo('/register'))
  await time.until(() => screen.getByRole('heading', { name: 'Create an account' }))
  for (const label of Object.keys(typed)) expect(field(label).value).toBe('')
})

test('input is sent trimmed, and leaving the screen cancels the redirect', async () => {
  // "Not shown" in the specification: no body at all is success too.
  const sent = respond('signup')
  const { goTo, address } = await filledIn({
    Email: ' ada@engines.test ',
    Organisation: ' Engines ',
  })
  const time = fakeTime()
  fireEvent.click(button())
  await time.until(() => screen.getByText(ready))
  await act(() => goTo('/orginisation'))
  await act(() => time.pass(5_000))
  expect(address()).toBe('/orginisation')
  expect(sent).toEqual([
    {
      fullname: 'Ada Lovelace',
      email: 'ada@engines.test',
      organization: 'Engines',
      password: 'difference-engine',
    },
  ])
})

const taken = 'An account with this email address already exists.'
const long = 'A password may have at most 200 characters.'
const tooLong = { Password: 'x'.repeat(201), 'Confirm Password': 'x'.repeat(201) }

test('our server’s texts stand at their fields, the first of which is focused', async () => {
  withSettings({ isOurServer: true })
  const { user } = await filledIn({ Email: demoMember.email, ...tooLong })
  await user.click(button())
  await screen.findByText(taken)
  expect(alerts()).toEqual([taken, long])
  expect([descriptionOf('Email'), descriptionOf('Password')]).toEqual([[taken], [long]])
  expect(marked()).toEqual(['Email', 'Password'])
  await waitFor(() => expect(document.activeElement).toBe(field('Email')))
  // Seven characters, of which one is longer for a program.
  fill({ ...typed, Password: 'short🔑!', 'Confirm Password': 'short🔑!' })
  await user.click(button())
  expect(alerts()).toEqual(['Use at least 8 characters. This has 7.'])
})

test('another server’s text shows, and nothing is marked; input stays, and a retry is possible', async () => {
  const { user } = await filledIn({ Email: demoMember.email, ...tooLong })
  await user.click(button())
  await screen.findByRole('alert')
  expect(alerts()).toEqual([`${long} ${taken}`])
  expect(marked()).toEqual([])
  fill(typed)
  api.faults = { latency: 0, failures: { signup: 'network' } }
  await user.click(button())
  await screen.findByText(
    'Registration failed. Please check your network connection and try again.',
  )
  for (const [label, value] of Object.entries(typed)) expect(field(label).value).toBe(value)
  expect(agreement().checked).toBe(true)
  api.faults = { latency: 0, failures: {} }
  await user.click(button())
  await screen.findByText(ready)
})

test.each([
  ['there', 'success', null, '', 'Your account is ready. You can sign in now.'],
  ['not there', 'error', 409, 'It exists.', 'Registration failed.'],
] as const)('a user who has left the screen is told that the account is %s', async (...example) => {
  const [, tone, status, error, text] = example
  if (status) respond('signup', { error }, status)
  const answer = holdAnswer('signup')
  const { user } = await filledIn()
  await user.click(button())
  await user.click(screen.getByRole('link', { name: 'Sign In' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  await answer()
  await toasted(tone, text, error)
})
