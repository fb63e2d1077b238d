import { act, fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { calls } from '../../contract/calls'
import { fakeTime } from '../support/fake-time'
import { holdAnswer } from '../support/held-answer'
import { openApp } from '../support/render-app'
import { api } from '../support/test-api'

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const agreement = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /I agree to/ })
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Register' })
const alerts = () => screen.getAllByRole('alert').map((alert) => alert.textContent)

const typed = {
  'Full Name': 'Ada Lovelace',
  Email: 'ada@engines.test',
  Organisation: 'Analytical Engines',
  Password: 'difference-engine',
  'Confirm Password': 'difference-engine',
}

/** Opens the registration and fills it in, but for what `values` says otherwise. */
async function filledIn(values: Partial<typeof typed> = {}) {
  const app = openApp('/register')
  await screen.findByRole('heading', { name: 'Create an account' })
  for (const [label, value] of Object.entries({ ...typed, ...values })) {
    // At once rather than key by key: what is typed is not the subject here.
    fireEvent.change(field(label), { target: { value } })
  }
  await app.user.click(agreement())
  return app
}

/** Lets every registration be refused with a status and a body. */
function refused(status: number, body: object | null) {
  api.server.use(
    http.post('*/api/signup/', () =>
      body ? HttpResponse.json(body, { status }) : new HttpResponse(null, { status }),
    ),
  )
}

describe('what the screen offers', () => {
  test('an organisation in the address is filled in and locked', async () => {
    openApp('/register?organization=Acme+Analytics')
    const organisation = await screen.findByLabelText<HTMLInputElement>('Organisation')
    expect(organisation.value).toBe('Acme Analytics')
    expect(organisation.readOnly).toBe(true)
  })

  test('without pages for them, terms and privacy are plain text', async () => {
    openApp('/register')
    await screen.findByText(/I agree to the terms and conditions and the privacy policy/)
    expect(screen.queryByRole('link', { name: 'terms and conditions' })).toBeNull()
  })
})

describe('before it is sent', () => {
  test('an empty form reports everything that is missing, and focuses the first field', async () => {
    const { user } = openApp('/register')
    await screen.findByRole('heading', { name: 'Create an account' })
    await user.click(button())
    expect(alerts()).toEqual([
      'You must agree to the terms and conditions.',
      'Please fill in all required fields.',
    ])
    expect(document.activeElement).toBe(field('Full Name'))
    expect(api.requests).toEqual([])
  })

  test('passwords must match', async () => {
    const { user } = await filledIn({ 'Confirm Password': 'difference-engin' })
    await user.click(button())
    expect(alerts()).toEqual(['Passwords do not match.'])
    expect(document.activeElement).toBe(field('Confirm Password'))
    expect(api.requests).toEqual([])
  })
})

describe('when it works', () => {
  test('the account exists, and two seconds later the sign-in shows', async () => {
    const { address, queryClient } = await filledIn()
    const email = screen.getByLabelText<HTMLInputElement>('Email').value
    expect(email).toContain('@')
    const time = fakeTime()
    fireEvent.click(button())
    await time.until(() => screen.getByText('Your account is ready. Taking you to sign in…'))
    expect(button().getAttribute('aria-disabled')).toBe('true')

    await act(() => time.pass(1_990))
    expect(address()).toBe('/register')
    // The sign-in is filled in from what the page remembers, whatever the cache has let go of.
    queryClient.getMutationCache().clear()
    await act(() => time.pass(10))
    await time.until(() => screen.getByRole('heading', { name: 'Sign in' }))
    expect(address()).toBe('/signin')
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(email)
    expect(api.requests).toEqual(['POST /api/signup/'])
  })

  test('input is sent trimmed', async () => {
    let sent: unknown
    api.server.use(
      http.post('*/api/signup/', async ({ request }) => {
        sent = await request.json()
        // "Not shown" in the specification: no body at all is success too.
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { user } = await filledIn({ Email: ' ada@engines.test ', Organisation: ' Engines ' })
    await user.click(button())
    await screen.findByText('Your account is ready. Taking you to sign in…')
    expect(sent).toEqual({
      fullname: 'Ada Lovelace',
      email: 'ada@engines.test',
      organization: 'Engines',
      password: 'difference-engine',
    })
  })

  test('leaving the screen cancels the redirect', async () => {
    const { goTo, address } = await filledIn()
    const time = fakeTime()
    fireEvent.click(button())
    await time.until(() => screen.getByText('Your account is ready. Taking you to sign in…'))
    await act(() => goTo('/orginisation'))
    await act(() => time.pass(5_000))
    expect(address()).toBe('/orginisation')
  })
})

describe('when it fails', () => {
  test('input stays, and a retry is possible', async () => {
    api.faults = { latency: 0, failures: { signup: 503 } }
    const { user } = await filledIn()
    await user.click(button())
    await screen.findByRole('alert')
    for (const [label, value] of Object.entries(typed)) expect(field(label).value).toBe(value)
    expect(agreement().checked).toBe(true)
    expect(button().getAttribute('aria-disabled')).toBeNull()

    api.faults = { latency: 0, failures: {} }
    await user.click(button())
    await screen.findByText('Your account is ready. Taking you to sign in…')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

const taken = 'There is an account with this address.'
test.each([
  ['there', null, null, 'Your account is ready. You can sign in now.'],
  ['not there', 500, null, 'Registration failed. Please try again.'],
  ['not there, and why', 409, { error: taken }, 'Registration failed.'],
])('who has gone elsewhere is told that the account is %s (D51)', async (...example) => {
  const [, status, body, text] = example
  if (status) refused(status, body)
  const answer = holdAnswer(calls.signup)
  const { user } = await filledIn()
  await user.click(button())
  expect(button().getAttribute('aria-busy')).toBe('true')
  await user.click(screen.getByRole('link', { name: 'Sign In' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  await answer()
  await screen.findByText(text)
  if (body) await screen.findByText(taken)
})
