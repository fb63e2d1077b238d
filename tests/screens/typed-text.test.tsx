import { cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { resetPageState } from '../../src/lib/page-state'
import { enter, openApp, signedInAs } from '../support/render-app'
import { respond } from '../support/respond'
import { withSettings } from '../support/with-settings'

type User = ReturnType<typeof openApp>['user']

const typed = { 'Full Name': 'Grace Hopper', Email: 'grace@x.test', Organisation: 'Compilers' }

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const heading = (name: string) => screen.findByRole('heading', { name })

/** No password is kept, which was typed before. */
function noPassword(): void {
  expect(field('Password').value).toBe('')
  const stored = JSON.stringify([{ ...sessionStorage }, { ...localStorage }])
  expect(stored).not.toMatch(/a-long-password/)
}

/** Follows a link of the screen. @param title of the screen that it leads to. */
async function follow(user: User, name: string | RegExp, title: string): Promise<void> {
  await user.click(screen.getByRole('link', { name }))
  await heading(title)
}

// D27
describe('text typed on a signed-out screen', () => {
  test('is there again after a visit to another one, and after the page was loaded anew', async () => {
    const { user } = openApp('/register')
    await heading('Create an account')
    for (const [label, text] of Object.entries(typed)) enter(field(label), text)
    await user.click(screen.getByRole('checkbox'))
    enter(field('Password'), 'a-long-password')
    await follow(user, 'Sign In', 'Sign in')
    expect(field('Email').value).toBe('')
    await follow(user, 'Create an account', 'Create an account')
    for (const [label, text] of Object.entries(typed)) expect(field(label).value).toBe(text)
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
    noPassword()
    cleanup()
    resetPageState()
    openApp('/register')
    await heading('Create an account')
    expect(field('Organisation').value).toBe('Compilers')
  })

  test('goes along from the sign-in to ‘Forgot password’ and back, whichever was typed last', async () => {
    const { user } = openApp('/signin')
    await heading('Sign in')
    enter(field('Email'), 'grace@x.test')
    enter(field('Password'), 'a-long-password')
    await follow(user, 'Forgot password?', 'Forgot password')
    expect(field('Email').value).toBe('grace@x.test')
    enter(field('Email'), 'ada@x.test')
    await follow(user, 'Back to sign in', 'Sign in')
    expect(field('Email').value).toBe('ada@x.test')
    noPassword()
  })

  test('leads an invited person back to the organisation that invited them, though another link fails', async () => {
    respond('openInvitation', { origin_name: 'Acme' })
    const { user, address, goTo } = openApp('/invite/a-token')
    await heading('Create an account')
    enter(field('Full Name'), 'Grace Hopper')
    respond('openInvitation', {}, 422)
    await goTo('/invite/another-token')
    await heading('This invitation link no longer works')
    await follow(user, 'Sign In', 'Sign in')
    await follow(user, 'Create an account', 'Create an account')
    expect(address()).toBe('/register?organization=Acme')
    expect(field('Organisation').readOnly).toBe(true)
    expect(field('Full Name').value).toBe('Grace Hopper')
  })
})

test.each([
  ['/signin', ['email username webauthn', 'password current-password']],
  ['/forgot-password', ['email username']],
  ['/reset-password/a-token', ['new_password new-password', 'confirmPassword new-password']],
  [
    '/register',
    [
      ...['fullname name', 'email email', 'organization organization'],
      ...['password new-password', 'confirmPassword new-password'],
    ],
  ],
  [
    '/dashboard/profile',
    [
      ...['full_name name', 'email email'],
      ...['countryCode tel-country-code', 'contact_number tel-national'],
    ],
  ],
  [
    '/dashboard/profile?tab=security',
    [
      ...[' username', 'current_password current-password'],
      ...['new_password new-password', 'confirmPassword new-password'],
    ],
  ],
])('browsers and password managers know each field at %s', async (path, known) => {
  if (path.startsWith('/dashboard')) await signedInAs('member')
  withSettings({ isOurServer: true })
  openApp(path)
  const form = await screen.findByRole('form')
  const fields = form.querySelectorAll<HTMLInputElement>('[autocomplete]')
  expect([...fields].map((one) => `${one.name} ${one.getAttribute('autocomplete')}`)).toEqual(known)
})

test.each([
  ['/dashboard/profile', 'Full Name'],
  ['/dashboard/organisation', 'Organisation name'],
  ['/dashboard/subscription#billed-to', 'Legal name'],
  ['/dashboard/invite-team', 'Enter Email(s) (comma separated)'],
])('text typed at %s outlives a reload, until it is discarded', async (path, label) => {
  withSettings({ isOurServer: true })
  await signedInAs('admin')
  const open = async () => {
    const { user } = openApp(path)
    return { user, input: await screen.findByLabelText<HTMLInputElement>(label) }
  }
  const first = await open()
  await first.user.type(first.input, ' Typed')
  // A page that is loaded anew isn't taken down before.
  resetPageState()
  cleanup()
  const { user, input } = await open()
  await waitFor(() => expect(input.value).toMatch(/ Typed$/))
  const discard = screen.queryByRole('button', { name: 'Discard' })
  await (discard ? user.click(discard) : user.clear(input))
  cleanup()
  expect((await open()).input.value).not.toMatch(/ Typed$/)
})
