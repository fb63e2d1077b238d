import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { showDemoAccounts } from '../../mocks/demo-accounts'
import { demoAdmin, demoMember, demoPassword } from '../../server/demo/demo'
import { failureLines } from '../support/failure-lines'
import { fakeTime } from '../support/fake-time'
import { enter, openApp, settled } from '../support/render-app'
import { holdAnswer, lose, respond } from '../support/respond'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')
const keep = () => screen.getByLabelText<HTMLInputElement>('Keep me logged in')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Sign In' })
const signedIn = 'Signed in. Opening your dashboard…'

async function filledIn(values: { email?: string; password?: string } = {}, at = '/signin') {
  const app = openApp(at)
  await screen.findByRole('heading', { name: 'Sign in' })
  enter(email(), values.email ?? demoAdmin.email)
  enter(password(), values.password ?? demoPassword)
  return app
}

/** Signs in. The reload a second later never comes: it would reach the next test. */
async function signInNow() {
  const time = fakeTime()
  fireEvent.click(button())
  await time.until(() => screen.getByText(signedIn))
  return time
}

// Which addresses are elsewhere: `tests/unit/same-origin-path.test.ts`.
test.each([
  ['/signin', '/dashboard/default'],
  ['/dashboard/main', '/dashboard/main'],
  ['/signin?redirect=%2F%2Felsewhere.test', '/dashboard/default'],
  ['/signin?redirect=%2Fdashboard%2Fmain%3Fa%3D%2526', '/dashboard/main?a=%26'],
])('a second after a sign-in the app reloads: from %s at %s', async (from, to) => {
  await filledIn({}, from)
  const time = await signInNow()
  expect(localStorage.getItem('accessToken')).toMatch(/^eyJ/)
  expect(localStorage.getItem('refreshToken')).toBeTruthy()
  expect(localStorage.getItem('isOrganizationAdmin')).toBe('true')
  expect(localStorage.getItem('sessionNotKept')).toBeNull()
  await time.pass(990)
  expect(window.location.replace).not.toHaveBeenCalled()
  await time.pass(10)
  expect(vi.mocked(window.location.replace).mock.calls).toEqual([[to]])
})

test('the address is read from what was pasted, the password is not; a session may end with the browser', async () => {
  const sent = respond('login', { access: 'a', refresh: 'r', is_organization_admin: false })
  const { user } = await filledIn({ email: 'Ada <admin\u200b@acme.test>; ', password: ' secret ' })
  await user.click(keep())
  await signInNow()
  expect(sent).toEqual([{ email: 'admin@acme.test', password: ' secret ' }])
  expect(localStorage.getItem('isOrganizationAdmin')).toBe('false')
  expect(localStorage.getItem('sessionNotKept')).toBe('r')
})

describe('a sign-in that fails', () => {
  test.each([
    ['nobody@acme.test', demoPassword, 'User not found with this email.', email],
    [demoAdmin.email, 'not-the-password', 'Entered password is incorrect.', password],
  ])('names and focuses the wrong field of %s and %s, and keeps the input', async (...example) => {
    const [address, secret, text, field] = example
    const { user } = await filledIn({ email: address, password: secret })
    await user.click(keep())
    await user.click(button())
    const message = await screen.findByRole('alert')
    expect(message.textContent).toBe(text)
    expect(document.activeElement).toBe(field())
    expect(field().getAttribute('aria-describedby')).toBe(message.id)
    expect([email().value, password().value, keep().checked]).toEqual([address, secret, false])
    expect(localStorage.getItem('accessToken')).toBeNull()
  })

  const blockStorage = () =>
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      removeItem: () => {},
      setItem: (key: string) => {
        // The mocked network keeps something of its own there.
        if (/token/i.test(key)) throw new DOMException('blocked', 'SecurityError')
      },
    })
  const error = 'Please sign in with your passkey.'
  const wantPasskey = () => respond('login', { error, code: 'passkey_required' }, 422)
  test.each([
    [() => lose('login'), 'Login failed. Please check your network connection and try again.'],
    [wantPasskey, 'Login failed. Please check your entered values and try again.', error],
    [blockStorage, 'This browser blocks local storage. Allow it for this site and try again.'],
  ])('says why: %#', async (fail, ...lines) => {
    withSettings({ isOurServer: true, hasTwoFactor: true })
    const { user } = await filledIn()
    fail()
    await user.click(button())
    expect(await failureLines()).toEqual(lines)
  })
})

test('both fields are required, and the first gets the focus; while it waits, a second submission is ignored, even an immediate one', async () => {
  const answer = holdAnswer('login')
  const { user } = await filledIn({ email: '', password: '' })
  await user.click(button())
  const alerts = screen.getAllByRole('alert')
  expect(alerts.map(({ textContent }) => textContent)).toEqual([
    'Please enter your email.',
    'Please enter your password.',
  ])
  expect(document.activeElement).toBe(email())
  expect(api.requests).toEqual([])
  enter(email(), demoAdmin.email)
  enter(password(), 'not-the-password')
  const form = screen.getByRole('form', { name: 'Sign in' })
  act(() => {
    fireEvent.submit(form)
    fireEvent.submit(form)
  })
  await settled()
  expect(button().getAttribute('aria-busy')).toBe('true')
  await answer()
  await screen.findByRole('alert')
  expect(api.requests).toEqual(['POST /api/login/'])
})

describe('by way of the organisation', () => {
  const found = 'Organization exists. Please enter your login details.'
  const missing = 'This organization does not exist'
  const check = 'POST /api/organisation_exist/'
  const slug = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Slug' })
  const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' })

  async function asked(text: string) {
    const app = openApp('/orginisation')
    await screen.findByRole('heading', { name: 'Your organization' })
    enter(slug(), text)
    await app.user.click(submit())
    return app
  }

  // What is read as which slug: `tests/unit/slug-of-text.test.ts`.
  test('the credentials’ form shows once the organisation is known to exist', async () => {
    const { user, address } = await asked('/')
    expect(await failureLines()).toEqual(['Please enter your organization.'])
    expect(document.activeElement).toBe(slug())
    expect(screen.queryByLabelText('Email')).toBeNull()
    await user.clear(slug())
    await user.type(slug(), 'https://orglens.example.test/orginisation/ACME-analytics{Enter}')
    await screen.findByText(found)
    expect(document.activeElement).toBe(email())
    expect(screen.queryByRole('textbox', { name: 'Slug' })).toBeNull()
    expect(address()).toBe('/orginisation/acme-analytics')
    expect(api.requests).toEqual([check])
    await user.click(screen.getByRole('link', { name: 'Change' }))
    await screen.findByRole('textbox', { name: 'Slug' })
  })

  test('one that doesn’t exist, or can’t be checked, keeps the text, and can be asked again', async () => {
    const { user } = await asked('nobody')
    expect(await failureLines()).toEqual([missing])
    expect(document.activeElement).toBe(slug())
    api.faults = { latency: 0, failures: { checkOrganisation: 'network' } }
    await user.click(submit())
    await screen.findByText('Error checking organization. Please try again later.')
    expect(screen.queryByText(missing)).toBeNull()
    expect(slug().value).toBe('nobody')
    api.faults = { latency: 0, failures: {} }
    await user.click(submit())
    await screen.findByText(missing)
  })

  test('the slug in the address is checked at once', async () => {
    const { goTo } = openApp('/orginisation/acme-analytics')
    await screen.findByText(found)
    expect(api.requests).toEqual([check])
    await goTo('/orginisation/nobody')
    expect(await failureLines()).toEqual([missing])
    expect(slug().value).toBe('nobody')
  })

  test('a former address gives way to the present one', async () => {
    respond('checkOrganisation', ({ organisation_url: url }) => ({
      exists: true,
      ...(url === 'acme' && { slug: 'acme-labs' }),
    }))
    const { address, goBack } = openApp('/acme')
    await screen.findByText(found)
    expect(address()).toBe('/orginisation/acme-labs')
    goBack()
    expect(address()).toBe('/orginisation/acme-labs')
  })

  test('credentials that fail don’t say why and stay; right ones open the dashboard as a new document', async () => {
    const { user } = openApp('/orginisation/acme-analytics')
    await screen.findByText(found)
    enter(email(), 'nobody@acme.test')
    enter(password(), demoPassword)
    await user.click(button())
    expect(await failureLines()).toEqual(['Login failed. Please check your credentials.'])
    expect(screen.queryByText(found)).toBeNull()
    expect([email().value, password().value]).toEqual(['nobody@acme.test', demoPassword])
    expect(localStorage.getItem('accessToken')).toBeNull()
    enter(email(), ` ${demoMember.email.toUpperCase()} `)
    await user.click(button())
    await waitFor(() =>
      expect(vi.mocked(window.location.replace).mock.calls).toEqual([['/dashboard/default']]),
    )
    expect(localStorage.getItem('accessToken')).toMatch(/^eyJ/)
    expect(localStorage.getItem('isOrganizationAdmin')).toBe('false')
    expect(localStorage.getItem('sessionNotKept')).toBeNull()
  })
})

test('an account of mock mode’s list fills in the form, whose button gets the focus', async () => {
  openApp('/signin')
  await screen.findByRole('heading', { name: 'Sign in' })
  showDemoAccounts()
  const list = document.createElement('demo-accounts')
  email().form?.append(list)
  list.shadowRoot?.querySelectorAll('button')[1]?.click()
  expect([email().value, password().value]).toEqual([demoMember.email, demoPassword])
  expect(document.activeElement).toBe(button())
})
