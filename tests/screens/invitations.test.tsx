import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { demoAdmin } from '../../server/demo/demo'
import { call } from '../../src/api/call'
import { clearPageSession } from '../../src/api/page-session'
import { endSession } from '../../src/api/stored-session'
import { failureLines } from '../support/failure-lines'
import { linkMailedTo } from '../support/mails'
import { enter, openApp, signedInAs, toasted } from '../support/render-app'
import { refuse, respond } from '../support/respond'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const invitee = 'grace@example.test'

describe('inviting', () => {
  const field = () => screen.getByLabelText<HTMLInputElement>('Enter Email(s) (comma separated)')
  const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' })
  const preview = () => screen.queryByRole('region', { name: 'Emails to be sent' })
  const previewed = () =>
    within(preview() ?? document.createElement('p'))
      .queryAllByRole('listitem')
      .map((item) => item.textContent)

  beforeEach(() => signedInAs('admin'))

  async function filledIn(text: string) {
    const app = openApp('/dashboard/invite-team')
    await screen.findByRole('form', { name: 'Invite your team' })
    enter(field(), text)
    return app
  }

  // What is read as which address: `tests/unit/parse-emails.test.ts`.
  test('shows the addresses to send; doubtful ones are marked in words, an unfinished one after a pause', async () => {
    const { user } = await filledIn('')
    expect(preview()).toBeNull()
    await user.type(field(), 'Ada@example.test')
    expect(previewed()).toEqual(['Ada@example.test'])
    expect(preview()?.textContent).toContain('1 email to be sent')
    await user.type(field(), ', x, gr')
    expect(previewed()).toEqual(['Ada@example.test', 'x(may not be valid)', 'gr'])
    expect(preview()?.textContent).toContain('3 emails to be sent, 1 of which may not be valid')
    await waitFor(() => expect(previewed()).toContain('gr(may not be valid)'))
  })

  test('needs an address, which gets the focus; a failure says so, and keeps the text', async () => {
    const { user } = await filledIn(' , ,')
    await user.click(submit())
    expect(await failureLines()).toEqual(['Please enter at least one email.'])
    expect(document.activeElement).toBe(field())
    expect(api.requests.join()).not.toContain('POST')
    enter(field(), invitee)
    refuse('inviteTeamMembers', 429, 'Too often.')
    await user.click(submit())
    await screen.findByText('Too often.')
    expect(await failureLines()).toEqual(['Error sending invites. Please try again.', 'Too often.'])
    expect(field().value).toContain(invitee)
  })

  test('keeps those who were excluded in the field, to be mended', async () => {
    withSettings({ isOurServer: true })
    const { user } = await filledIn('x, ada@localhost')
    await user.click(submit())
    // Nothing else: the call hasn't failed, and the same again would change nothing.
    expect(await failureLines()).toEqual([
      'No invitations sent. Excluded: x (not a valid address), ada@localhost (not a valid address).',
    ])
    expect(document.activeElement).toBe(field())
    expect(field().value).toBe('x, ada@localhost')
    enter(field(), `x, ada@localhost, ${invitee}, ${demoAdmin.email}`)
    await user.click(submit())
    const message = await screen.findByText(/^1 invitation sent. Excluded: /)
    expect(message.closest('.bg-warn-bg')).not.toBeNull()
    expect(field().value).toBe(`x, ada@localhost, ${demoAdmin.email}`)
    enter(field(), 'x@example.test')
    await user.click(submit())
    await screen.findByText('1 invitation sent.')
    expect(field().value).toBe('')
    expect(await linkMailedTo(invitee)).toMatch(/^\/invite\/./)
    // What was said of the last submission goes with the next.
    await user.click(submit())
    expect(screen.queryByText('1 invitation sent.')).toBeNull()
  })

  test('by another server sends all addresses, each once, and shows what it says', async () => {
    const message = 'Whatever the server says.'
    const sent = respond('inviteTeamMembers', { message, invited: 0, excluded: ['x'] })
    const { user } = await filledIn(
      ' Grace@example.test,x , ,grace@EXAMPLE.test, Ada <ada@b.test>,',
    )
    await user.click(submit())
    expect((await screen.findByText(message)).closest('[role="status"]')).not.toBeNull()
    expect(sent).toEqual([{ emails: ['Grace@example.test', 'x', 'ada@b.test'] }])
    expect(field().value).toBe('')
  })
})

describe('an invitation’s link', () => {
  const password = 'a-long-password'
  const ready = 'Your account is ready. Taking you to sign in…'
  const organisation = () => screen.getByLabelText<HTMLInputElement>('Organisation')
  const email = () => screen.getByLabelText<HTMLInputElement>('Email')
  const hint = () =>
    document.getElementById(email().getAttribute('aria-describedby') ?? '')?.textContent
  const findForm = () => screen.findByRole('heading', { name: 'Create an account' })

  /** @returns the path of the link that the demo organisation's admin has mailed to `invitee`. */
  async function mailedInvitation(): Promise<string> {
    await signedInAs('admin')
    await call('inviteTeamMembers', { emails: [invitee] })
    endSession()
    clearPageSession()
    const link = await linkMailedTo(invitee)
    api.requests.length = 0
    return link
  }

  async function register(user: ReturnType<typeof openApp>['user']) {
    const typed = {
      'Full Name': 'Grace Hopper',
      Email: invitee,
      Password: password,
      'Confirm Password': password,
    }
    for (const [label, value] of Object.entries(typed)) {
      enter(screen.getByLabelText(label), value)
    }
    await user.click(screen.getByRole('checkbox', { name: /I agree to/ }))
    await user.click(screen.getByRole('button', { name: 'Register' }))
  }

  test('leads to the registration, filled in, which joins the organisation', async () => {
    withSettings({ isOurServer: true })
    const { user, address } = openApp(await mailedInvitation())
    await findForm()
    // Neither servers nor their logs learn the address from the address.
    expect(address()).toBe('/register?organization=Acme+Analytics')
    expect([organisation().value, organisation().readOnly]).toEqual(['Acme Analytics', true])
    expect(api.requests).toEqual(['POST /api/invite/'])
    expect(email().value).toBe(invitee)
    await user.type(email(), 'x')
    expect(hint()).toBe(`Your invitation is for ${invitee}.`)
    await register(user)
    await screen.findByText(ready)
    const session = await call('login', { email: invitee, password })
    expect(session.is_organization_admin).toBe(false)
  })

  test('leaves no address to go back to', async () => {
    const link = await mailedInvitation()
    const { goTo, goBack, address } = openApp('/forgot-password')
    await screen.findByRole('heading', { name: 'Forgot password' })
    await act(() => goTo(link))
    await findForm()
    act(goBack)
    await waitFor(() => expect(address()).toBe('/forgot-password'))
  })

  /** Opens a link and registers. @returns what each registration brought as proof. */
  async function openAndRegister(...answers: Response[]) {
    const proofs: (string | null)[] = []
    respond('openInvitation', { origin_name: 'Acme', email: invitee })
    api.server.use(
      http.post('*/api/signup/', ({ request }) => {
        proofs.push(request.headers.get('x-invitation-token'))
        return answers.shift() ?? HttpResponse.json({})
      }),
    )
    const { user } = openApp('/invite/a-token')
    await findForm()
    const filled = email().value
    await register(user)
    await waitFor(() => expect(proofs).toHaveLength(1))
    return { proofs, user, filled }
  }
  const kept = () => Object.values({ ...sessionStorage }).join()

  test('is the proof for a server that wants it, until the registration', async () => {
    withSettings({ isOurServer: true })
    const refusal = HttpResponse.json({ error: 'Not yet.' }, { status: 409 })
    const { proofs, user } = await openAndRegister(refusal)
    await screen.findByText('Not yet.')
    expect(kept()).toContain('a-token')
    await user.click(screen.getByRole('button', { name: 'Register' }))
    await screen.findByText(ready)
    expect(proofs).toEqual(['a-token', 'a-token'])
    expect(kept()).not.toContain('a-token')
  })

  test('is sent to no other server, whose address for it isn’t used', async () => {
    const { proofs, filled } = await openAndRegister()
    expect([proofs, filled]).toEqual([[null], ''])
    expect(kept()).not.toContain('a-token')
  })

  /** What the page itself says, for as long as it is open. */
  const notice = () => screen.queryByRole('heading', { level: 2 })?.closest('section')?.textContent

  test.each([
    [409, 'You already have an account'],
    [429, 'Your invitation could not be checked'],
    [503, 'Your invitation could not be checked'],
    [429, 'Your invitation could not be checked'],
    [
      422,
      'This invitation link no longer worksIt has expired, was withdrawn, or has already been used. Ask the person who invited you for another one.',
    ],
  ])('that is refused with %i has the registration say why', async (status, words) => {
    respond('openInvitation', { error: 'Not today.', message: 'Not today.' }, status)
    const { address, user } = openApp('/invite/a-token')
    await findForm()
    await toasted('error', 'Error processing the invitation.', 'Not today.')
    expect(address()).toBe('/register')
    expect([organisation().value, organisation().readOnly]).toEqual(['', false])
    expect(notice()).toContain(words)
    await user.click(screen.getByRole('link', { name: 'Sign In' }))
    await user.click(await screen.findByRole('link', { name: 'Create an account' }))
    await findForm()
    expect(notice()).toBeUndefined()
  })

  test('that could not be checked can be tried again', async () => {
    const link = await mailedInvitation()
    api.faults = { latency: 0, failures: { openInvitation: 'network' } }
    const { user } = openApp(link)
    await screen.findByText(/The link may still work/)
    api.faults = { latency: 0, failures: {} }
    await user.click(screen.getByRole('link', { name: 'try again' }))
    await waitFor(() => expect(organisation().value).toBe('Acme Analytics'))
    expect(notice()).toBeUndefined()
  })
})
