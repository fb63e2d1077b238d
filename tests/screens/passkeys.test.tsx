import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { examples } from '../../contract/examples'
import { demoAdmin, demoPassword } from '../../server/demo/demo'
import { fakeTime } from '../support/fake-time'
import { enter, openApp, openAs, settled, shownToasts, toasted } from '../support/render-app'
import { lose, refuse, respond } from '../support/respond'
import { serveTeam, teamExample } from '../support/team-examples'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

// What the server makes of a passkey is held by its own tests, and a whole passkey by the browser's.

/** What the user does when the browser asks, and what the browser was told. */
let answer: 'touch' | 'slept' | 'cancel' | 'has-one' | 'broken'
let signals: [name: string, about: object][]

/** Gives the window what browsers have for passkeys, for this test: the environment has none. */
function withBrowserPasskeys(): void {
  answer = 'touch'
  signals = []
  const hear = (name: string) => async (about: object) => void signals.push([name, about])
  const PublicKeyCredential = Object.assign(() => {}, {
    isConditionalMediationAvailable: async () => false,
    signalUnknownCredential: hear('unknown'),
    signalAllAcceptedCredentials: hear('all'),
    signalCurrentUserDetails: hear('user'),
  })
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential)
  const give = async () => {
    if (answer === 'cancel') throw new DOMException('', 'NotAllowedError')
    if (answer === 'has-one') throw new DOMException('', 'InvalidStateError')
    if (answer === 'slept') vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_000)
    if (answer === 'broken') throw new DOMException('', 'UnknownError')
    const bytes = new Uint8Array(1).buffer
    return {
      id: 'credential',
      rawId: bytes,
      type: 'public-key',
      response: {
        clientDataJSON: bytes,
        attestationObject: bytes,
        authenticatorData: bytes,
        signature: bytes,
        getTransports: () => ['internal'],
      },
      getClientExtensionResults: () => ({}),
    }
  }
  const credentials = { create: give, get: give }
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true })
  document.documentElement.classList.add('boot-passkeys')
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'credentials'))
}

beforeEach(() => {
  withSettings({ isOurServer: true, hasTwoFactor: true })
  withBrowserPasskeys()
})

const security = '/dashboard/profile?tab=security'
const list = examples.getPasskeys.answer
const laptop = { ...list.passkeys[0], name: 'My laptop', last_used_at: null }
const serve = (...passkeys: object[]) => respond('getPasskeys', { ...list, passkeys } as never)
const proofNeeded = { error: '', code: 'passkey_required' }

const card = async (name = 'Passkeys') => {
  const heading = await screen.findByRole('heading', { name })
  return within(heading.closest('section') as HTMLElement)
}
const lastSignal = (name: string) => signals.filter(([one]) => one === name).at(-1)?.[1]
const signInButton = () => screen.findByRole('button', { name: 'Sign in with a passkey' })

/** Chooses from the menu of a passkey. @returns the dialog. */
async function choose(user: ReturnType<typeof openApp>['user'], name: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
  return within(await screen.findByRole('dialog'))
}

/** Opens the profile of the demo's admin, and the step that adds a passkey. */
async function adding() {
  const app = await openAs('admin', security)
  const there = await card()
  await app.user.click(await there.findByRole('button', { name: 'Add a passkey…' }))
  const name = await there.findByLabelText<HTMLInputElement>('Name')
  await waitFor(() => expect(name.value).not.toBe(''))
  enter(there.getByLabelText('Name'), laptop.name)
  enter(there.getByLabelText('Password'), demoPassword)
  const go = () => app.user.click(there.getByRole('button', { name: 'Continue' }))
  return { ...app, there, go }
}

/** The server's challenge for a passkey that the browser is then asked for. */
const challenge = {
  ceremony: 'one',
  options: { challenge: 'AA', rpId: 'localhost', timeout: 1, userVerification: 'required' },
}
const shown = { ceremony: 'one', credential: { id: 'credential' } }
const passkeyButton = () => screen.findByRole('button', { name: 'Use a passkey' })

describe('the card', () => {
  test('adds one, which the server is asked for first, renames and removes it', async () => {
    const { there, go, user } = await adding()
    const added = respond('addPasskey')
    serve(laptop)
    await go()
    await toasted('success', 'The passkey was added. We’ve sent you an email about it.')
    await there.findByText('1 of 10 passkeys')
    // It may be the second factor that a rule asks for.
    const reads = () => api.requests.filter((one) => one === 'GET /api/profile/').length
    await waitFor(() => expect(reads()).toBe(2))
    there.getByText('Not used yet')
    const sent = api.requests.filter((one) => one.startsWith('POST /api/passkeys/'))
    expect(sent).toEqual(['POST /api/passkeys/begin/', 'POST /api/passkeys/add/'])
    const response = { clientDataJSON: 'AA', attestationObject: 'AA', transports: ['internal'] }
    expect(added).toMatchObject([{ name: 'My laptop', credential: { id: 'credential', response } }])
    expect(lastSignal('all')).toMatchObject({ allAcceptedCredentialIds: [laptop.credential_id] })
    expect(lastSignal('user')).toMatchObject({ name: demoAdmin.email, displayName: 'Priya Sharma' })

    const renamed = respond('renamePasskey')
    const renaming = await choose(user, 'My laptop', 'Rename…')
    enter(renaming.getByLabelText('Name'), ' Old laptop ')
    serve({ ...laptop, name: 'Old laptop' })
    await user.click(renaming.getByRole('button', { name: 'Rename' }))
    await there.findByText('Old laptop')
    const { passkey_id } = laptop
    expect(renamed).toEqual([{ passkey_id, name: 'Old laptop' }])
    const gone = 'Old laptop is no longer there.'
    refuse('renamePasskey', 404)
    const vain = await choose(user, 'Old laptop', 'Rename…')
    await user.click(vain.getByRole('button', { name: 'Rename' }))
    await toasted('info', gone)
    refuse('removePasskey', 404)
    const alsoVain = await choose(user, 'Old laptop', 'Remove…')
    enter(alsoVain.getByLabelText('Password'), demoPassword)
    await user.click(alsoVain.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(shownToasts().filter(([, text]) => text === gone)).toHaveLength(2)
    const removed = respond('removePasskey')
    const removal = await choose(user, 'Old laptop', 'Remove…')
    removal.getByText('Remove Old laptop?')
    enter(removal.getByLabelText('Password'), demoPassword)
    serve()
    await user.click(removal.getByRole('button', { name: 'Remove' }))
    await toasted('success', 'Old laptop was removed.')
    await waitFor(() => expect(there.queryByText('Old laptop')).toBeNull())
    expect(removed).toEqual([{ passkey_id, password: demoPassword }])
    await waitFor(() => expect(reads()).toBe(3))
    expect(lastSignal('all')).toMatchObject({ allAcceptedCredentialIds: [] })
  })

  test('stays as it is when the browser’s dialog is called off, and says nothing', async () => {
    const { there, go, user } = await adding()
    answer = 'cancel'
    await go()
    await waitFor(() =>
      expect(there.getByRole('button', { name: 'Continue' }).getAttribute('aria-busy')).toBeNull(),
    )
    expect(screen.queryByRole('alert')).toBeNull()
    expect(there.getByLabelText<HTMLInputElement>('Name').value).toBe('My laptop')
    answer = 'has-one'
    await go()
    await there.findByText('This device already has a passkey.')
    answer = 'touch'
    lose('addPasskey')
    serve(laptop)
    await go()
    await there.findByText('We couldn’t confirm it: the passkey may have been added. Please check.')
    await user.click(there.getByRole('button', { name: 'Cancel' }))
    await there.findByRole('button', { name: 'Add a passkey…' })
    await there.findByText('My laptop')
  })

  test('asks for a passkey that is there before it adds another, or an authenticator app', async () => {
    const { there, go, user } = await adding()
    respond('beginPasskey', proofNeeded, 422)
    await go()
    await there.findByRole('button', { name: 'Use a passkey' })
    there.getByText(/^If you have lost your passkeys, remove them first/)
    await user.click(there.getByRole('button', { name: 'Cancel' }))

    const sent = respond('beginTwoFactor', proofNeeded, 422)
    respond('beginPasskeyProof', challenge)
    const app = await card('Two-factor authentication')
    await user.click(await app.findByRole('button', { name: 'Set up…' }))
    enter(await app.findByLabelText('Your password'), demoPassword)
    await user.click(app.getByRole('button', { name: 'Continue' }))
    // There is no field for a code, which would have the focus.
    await waitFor(async () => expect(document.activeElement).toBe(await passkeyButton()))
    await user.click(await passkeyButton())
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toMatchObject({ password: demoPassword, passkey_proof: shown })
    // A signature works once.
    await user.click(app.getByRole('button', { name: 'Continue' }))
    await app.findByText('Please use your passkey.')
    expect(sent).toHaveLength(2)
  })

  test('shows ten as the most, and one of another address as such', async () => {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString()
    const keys = Array.from({ length: 10 }, (_, index) => ({
      ...laptop,
      passkey_id: String(index),
      name: `Key ${index}`,
      last_used_at: yesterday,
      domain: index === 0 ? 'elsewhere.example' : list.domain,
    }))
    serve(...keys)
    await openAs('admin', security)
    const there = await card()
    expect(await there.findAllByText('Synced')).toHaveLength(9)
    const [elsewhere, first] = there.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(elsewhere).toMatch(
      /^Key 0For another site addressAdded on Nov 3, 2026\. It can’t sign you in here\./,
    )
    expect(first).toMatch(/^Key 1SyncedAdded on Nov 3, 2026Last used yesterday, /)
    expect(lastSignal('all')).toHaveProperty('allAcceptedCredentialIds.length', 9)
    there.getByText('You can have up to ten. Remove one first.')
    const button = there.getByRole<HTMLButtonElement>('button', { name: 'Add a passkey…' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })

  test('says so where it can’t be loaded, and keeps nothing else of the tab back', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    lose('getPasskeys')
    await openAs('admin', security)
    const failure = within(await screen.findByRole('alert'))
    failure.getByRole('heading', { name: 'Your passkeys could not be loaded' })
    failure.getByText('Please check your connection and try again.')
    await card('Two-factor authentication')
  })

  test('adds none in a browser without them', async () => {
    vi.unstubAllGlobals()
    await openAs('admin', security)
    const there = await card()
    await there.findByText('This browser doesn’t support passkeys.')
    expect(there.queryByRole('button', { name: 'Add a passkey…' })).toBeNull()
  })
})

describe('a passkey in place of a code', () => {
  test('is used once: what is sent next has the code that was typed then', async () => {
    const either = { error: '', code: 'second_factor_required', accepts: ['code', 'passkey'] }
    const sent = respond('exportAccount', either, 422)
    respond('beginPasskeyProof', challenge)
    const { user } = await openAs('member', '/dashboard/profile?tab=account')
    await user.click(await screen.findByRole('button', { name: 'Download…' }))
    enter(screen.getByLabelText('Password'), demoPassword)
    const download = screen.getByRole('button', { name: 'Download' })
    await user.click(download)
    answer = 'broken'
    await user.click(await passkeyButton())
    await screen.findByText('Your browser could not do it. Please try again.')
    answer = 'touch'
    respond('beginPasskeyProof', undefined, 500, { once: true })
    await user.click(await passkeyButton())
    await screen.findByText('That didn’t work. Please try again.')
    expect(sent).toHaveLength(1)
    await user.click(await passkeyButton())
    await waitFor(() => expect(sent[1]).toMatchObject({ passkey_proof: shown }))
    enter(screen.getByLabelText('Code'), '123456')
    await user.click(download)
    await waitFor(() =>
      expect(sent[2]).toEqual({ password: demoPassword, one_time_code: '123456' }),
    )
  })

  test('or the code is asked for before a passkey is removed', async () => {
    serve(laptop)
    const codeNeeded = { error: '', code: 'second_factor_required', accepts: ['code'] }
    const sent = respond('removePasskey', codeNeeded, 422)
    const { user } = await openAs('member', security)
    const removal = await choose(user, 'My laptop', 'Remove…')
    const remove = () => user.click(removal.getByRole('button', { name: 'Remove' }))
    enter(removal.getByLabelText('Password'), demoPassword)
    await remove()
    enter(await removal.findByLabelText('Code'), '123456')
    await remove()
    const { passkey_id } = laptop
    const proof = { password: demoPassword, one_time_code: '123456' }
    await waitFor(() => expect(sent[1]).toEqual({ passkey_id, ...proof }))
  })

  test('is all that a change of the team may take', async () => {
    serveTeam(teamExample())
    const sent = respond('setRole', proofNeeded, 422)
    respond('beginPasskeyProof', challenge)
    const { user } = await openAs('admin', '/dashboard/invite-team')
    await user.click(await screen.findByRole('button', { name: 'Actions for Lukas Brandt' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Make admin' }))
    await waitFor(async () => expect(document.activeElement).toBe(await passkeyButton()))
    expect(screen.queryByLabelText('Code')).toBeNull()
    await user.click(await passkeyButton())
    await waitFor(() => expect(sent[1]).toMatchObject({ passkey_proof: shown }))
  })

  test('is asked for as at the sign-in by who sets a new password', async () => {
    const sent = respond('resetPassword', proofNeeded, 422)
    respond('beginPasskeySignIn', challenge)
    const { user } = openApp('/reset-password/a-token')
    for (const label of ['New password', 'Confirm password']) {
      enter(await screen.findByLabelText(label), 'a new long password')
    }
    await user.click(screen.getByRole('button', { name: 'Reset Password' }))
    await user.click(await passkeyButton())
    await waitFor(() => expect(sent[1]).toMatchObject({ passkey_proof: shown }))
  })

  test.each([
    [list.domain, 1],
    ['elsewhere.example', 0],
  ])('makes new recovery codes, too, if it works at this address: %s', async (domain, count) => {
    respond('getTwoFactor', examples.getTwoFactor.answer)
    serve({ ...laptop, domain })
    respond('beginPasskeyProof', challenge)
    const sent = respond('renewRecoveryCodes', { recovery_codes: ['a code'] })
    const { user } = await openAs('admin', security)
    await user.click(await screen.findByRole('button', { name: 'New codes…' }))
    enter(await screen.findByLabelText('Your password'), demoPassword)
    if (count === 1) await user.click(await passkeyButton())
    else await settled()
    await waitFor(() => expect(sent).toHaveLength(count))
    expect(sent).toMatchObject(Array.from({ length: count }, () => ({ passkey_proof: shown })))
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  })
})

describe('signing in', () => {
  test('by the button keeps no session if that is not ticked; the organisation’s opens the dashboard at once', async () => {
    const session = { access: 'a', refresh: 'r', is_organization_admin: true }
    const sent = respond('signInWithPasskey', session)
    const { user } = openApp('/signin')
    await user.click(await screen.findByRole('checkbox', { name: 'Keep me logged in' }))
    await user.click(await signInButton())
    await screen.findByText('Signed in. Opening your dashboard…')
    const signed = { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' }
    const response = { ...signed, userHandle: null }
    expect(sent).toMatchObject([{ credential: { id: 'credential', response } }])
    expect(localStorage.getItem('sessionNotKept')).toBe('r')
    expect(window.location.replace).not.toHaveBeenCalled()
    localStorage.clear()
    // It keeps what was ticked.
    sessionStorage.clear()
    cleanup()
    openApp('/orginisation/acme-analytics')
    await user.click(await signInButton())
    await waitFor(() => expect(window.location.replace).toHaveBeenCalledWith('/dashboard/default'))
    expect(localStorage.getItem('accessToken')).toBe('a')
    expect(localStorage.getItem('sessionNotKept')).toBeNull()
  })

  test('by the field is offered again before the server forgets what it asked, and after the button’s dialog was called off, but on no other screen', async () => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => true
    const asked: unknown[] = []
    vi.spyOn(navigator.credentials, 'get').mockImplementation(
      async ({ mediation, signal } = {}) => {
        asked.push(mediation)
        if (!mediation) throw new DOMException('', 'NotAllowedError')
        return await new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
        })
      },
    )
    const time = fakeTime()
    openApp('/signin')
    await time.until(() => expect(asked).toEqual(['conditional']))
    await time.pass(4 * 60_000 - 1)
    expect(asked).toHaveLength(1)
    await time.pass(1)
    await time.until(() => expect(asked).toEqual(['conditional', 'conditional']))
    fireEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
    await time.until(() => expect(asked.slice(2)).toEqual([undefined, 'conditional']))
    fireEvent.click(screen.getByRole('link', { name: 'Forgot password?' }))
    await time.until(() => screen.getByRole('heading', { name: 'Forgot password' }))
    expect(vi.mocked(navigator.credentials.get).mock.lastCall?.[0]?.signal?.aborted).toBe(true)
  })

  test('shows no error when cancelled; when late or refused, says what to do, and the password still works', async () => {
    const { user } = openApp('/signin')
    respond('signInWithPasskey', undefined, 500, { once: true })
    answer = 'slept'
    await user.click(await signInButton())
    await screen.findByText('That took too long. Please try again.')
    vi.mocked(Date.now).mockRestore()
    answer = 'touch'
    await user.click(await signInButton())
    await screen.findByText('That didn’t work. Use your password.')
    answer = 'cancel'
    await user.click(await signInButton())
    await waitFor(async () => expect((await signInButton()).getAttribute('aria-busy')).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
    answer = 'touch'
    const error = 'This passkey can’t sign you in. Use your password.'
    respond('signInWithPasskey', { error, code: 'unknown_passkey' }, 422)
    await user.click(await signInButton())
    await screen.findByText(error)
    // Nobody has it: the browser need not offer it again.
    expect(signals).toEqual([['unknown', { rpId: location.hostname, credentialId: 'credential' }]])
    enter(screen.getByLabelText('Email'), demoAdmin.email)
    enter(screen.getByLabelText('Password'), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
    await screen.findByText('Entered password is incorrect.')
    expect(screen.queryByText(error)).toBeNull()
  })
})
