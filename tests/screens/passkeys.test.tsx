import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { examples } from '../../contract/examples'
import { demoAdmin, demoPassword } from '../../server/demo/demo'
import { type Authenticator, newAuthenticator } from '../support/authenticator'
import { openApp, signedInAs } from '../support/render-app'
import { refuse, respond } from '../support/respond'
import { api } from '../support/test-api'
import { toasted } from '../support/toasts'
import { withSettings } from '../support/with-settings'

/** A browser with an authenticator, whose user does what the test says. */
interface BrowserPasskeys {
  device: Authenticator
  answer: 'touch' | 'cancel' | 'has-one'
  signals: [name: string, about: object][]
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url')).buffer
const textOf = (bytes: ArrayBuffer) => Buffer.from(new Uint8Array(bytes)).toString('base64url')

/** Gives the window what browsers have for passkeys, for this test: the environment has none. */
function withBrowserPasskeys(): BrowserPasskeys {
  const browser: BrowserPasskeys = {
    device: newAuthenticator(location.origin),
    answer: 'touch',
    signals: [],
  }
  const hear = (name: string) => async (about: object) => {
    browser.signals.push([name, about])
  }
  const PublicKeyCredential = Object.assign(() => {}, {
    isConditionalMediationAvailable: async () => false,
    signalUnknownCredential: hear('unknown'),
    signalAllAcceptedCredentials: hear('all'),
    signalCurrentUserDetails: hear('user'),
  })
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential)

  const refuse = () => {
    if (browser.answer === 'cancel') throw new DOMException('', 'NotAllowedError')
    if (browser.answer === 'has-one') throw new DOMException('', 'InvalidStateError')
  }
  const credentialOf = (id: string, response: object) => ({
    id,
    rawId: bytesOf(id),
    type: 'public-key',
    response,
    getClientExtensionResults: () => ({}),
    authenticatorAttachment: 'platform',
  })
  const credentials = {
    async create({ publicKey }: { publicKey: PublicKeyCredentialCreationOptions }) {
      refuse()
      const { challenge, rp, user } = publicKey
      const { id, response } = browser.device.create({
        challenge: textOf(challenge as ArrayBuffer),
        rp: { id: rp.id ?? '' },
        user: { id: textOf(user.id as ArrayBuffer) },
      })
      return credentialOf(id, {
        clientDataJSON: bytesOf(response.clientDataJSON),
        attestationObject: bytesOf(response.attestationObject),
        getTransports: () => ['internal'],
      })
    },
    async get({ publicKey }: { publicKey: PublicKeyCredentialRequestOptions }) {
      refuse()
      const { challenge, rpId = '' } = publicKey
      const { id, response } = browser.device.get({
        challenge: textOf(challenge as ArrayBuffer),
        rpId,
      })
      return credentialOf(id, {
        clientDataJSON: bytesOf(response.clientDataJSON),
        authenticatorData: bytesOf(response.authenticatorData),
        signature: bytesOf(response.signature),
        userHandle: bytesOf(response.userHandle ?? ''),
      })
    },
  }
  const before = Object.getOwnPropertyDescriptor(navigator, 'credentials')
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true })
  document.documentElement.classList.add('boot-passkeys')
  onTestFinished(() => {
    document.documentElement.classList.remove('boot-passkeys')
    vi.unstubAllGlobals()
    if (before) Object.defineProperty(navigator, 'credentials', before)
    else Reflect.deleteProperty(navigator, 'credentials')
  })
  return browser
}

let browser: BrowserPasskeys

// The server loads them when the first passkey is shown, which takes a second here.
beforeAll(async () => {
  await Promise.all([import('@simplewebauthn/server'), import('@simplewebauthn/server/helpers')])
})

beforeEach(() => {
  withSettings({ isOurServer: true, hasTwoFactor: true })
  browser = withBrowserPasskeys()
})

const security = '/dashboard/profile?tab=security'
const card = async (name = 'Passkeys') => {
  const heading = await screen.findByRole('heading', { name })
  return within(heading.closest('section') as HTMLElement)
}
const profileReads = () => api.requests.filter((one) => one === 'GET /api/profile/').length
const lastSignal = (name: string) => browser.signals.filter(([one]) => one === name).at(-1)?.[1]
const signInButton = () => screen.findByRole('button', { name: 'Sign in with a passkey' })

/** Chooses from the menu of a passkey. @returns the dialog. */
async function choose(user: ReturnType<typeof openApp>['user'], name: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
  return within(await screen.findByRole('dialog'))
}

/** Opens the profile of the demo's admin, and the step that adds a passkey. */
async function adding() {
  await signedInAs('admin')
  const app = openApp(security)
  const there = await card()
  await app.user.click(await there.findByRole('button', { name: 'Add a passkey…' }))
  const name = await there.findByLabelText<HTMLInputElement>('Name')
  await waitFor(() => expect(name.value).not.toBe(''))
  await app.user.clear(name)
  await app.user.type(there.getByLabelText('Name'), 'My laptop')
  await app.user.type(there.getByLabelText('Password'), demoPassword)
  const go = () => app.user.click(there.getByRole('button', { name: 'Continue' }))
  return { ...app, there, go }
}

describe('the card', () => {
  test('adds one, which the server is asked for first, renames and removes it', async () => {
    const { there, go, user } = await adding()
    let before = profileReads()
    await go()
    await toasted('success', 'The passkey was added. We’ve sent you an email about it.')
    await there.findByText('1 of 10 passkeys')
    // It may be the second factor that a rule asks for.
    await waitFor(() => expect(profileReads()).toBe(before + 1))
    await there.findByText('My laptop')
    there.getByText('Not used yet')
    const sent = api.requests.filter((one) => one.startsWith('POST /api/passkeys/'))
    expect(sent).toEqual(['POST /api/passkeys/begin/', 'POST /api/passkeys/add/'])
    expect(lastSignal('all')).toMatchObject({
      allAcceptedCredentialIds: [browser.device.credentialId],
    })
    expect(lastSignal('user')).toMatchObject({ name: demoAdmin.email, displayName: 'Priya Sharma' })

    const renaming = await choose(user, 'My laptop', 'Rename…')
    await user.clear(renaming.getByLabelText('Name'))
    await user.type(renaming.getByLabelText('Name'), 'Old laptop')
    await user.click(renaming.getByRole('button', { name: 'Rename' }))
    await there.findByText('Old laptop')
    const removal = await choose(user, 'Old laptop', 'Remove…')
    removal.getByText('Remove Old laptop?')
    await user.type(removal.getByLabelText('Password'), demoPassword)
    before = profileReads()
    await user.click(removal.getByRole('button', { name: 'Remove' }))
    await toasted('success', 'Old laptop was removed.')
    await waitFor(() => expect(there.queryByText('Old laptop')).toBeNull())
    expect(lastSignal('all')).toMatchObject({ allAcceptedCredentialIds: [] })
    await waitFor(() => expect(profileReads()).toBe(before + 1))
  })

  test('stays as it is when the browser’s dialog is called off, and says nothing', async () => {
    const { there, go, user } = await adding()
    browser.answer = 'cancel'
    await go()
    await waitFor(() =>
      expect(there.getByRole('button', { name: 'Continue' }).getAttribute('aria-busy')).toBeNull(),
    )
    expect(screen.queryByRole('alert')).toBeNull()
    expect(there.getByLabelText<HTMLInputElement>('Name').value).toBe('My laptop')
    browser.answer = 'has-one'
    await go()
    await there.findByText('This device already has a passkey.')
    await user.click(there.getByRole('button', { name: 'Cancel' }))
    await there.findByRole('button', { name: 'Add a passkey…' })
    there.getByText('No passkeys yet')
  })

  test('asks for a passkey that is there before it adds another, or an authenticator app', async () => {
    const { there, go, user } = await adding()
    await go()
    await there.findByText('My laptop')
    await user.click(there.getByRole('button', { name: 'Add a passkey…' }))
    await user.type(await there.findByLabelText('Password'), demoPassword)
    await go()
    await there.findByRole('button', { name: 'Use a passkey' })
    there.getByText(/^If you have lost your passkeys, remove them first/)
    await user.click(there.getByRole('button', { name: 'Cancel' }))

    const app = await card('Two-factor authentication')
    await user.click(await app.findByRole('button', { name: 'Set up…' }))
    await user.type(await app.findByLabelText('Your password'), demoPassword)
    await user.click(app.getByRole('button', { name: 'Continue' }))
    await user.click(await app.findByRole('button', { name: 'Use a passkey' }))
    await app.findByLabelText('Code')
  })

  test('shows ten as the most, one of another address as such, and closes the dialog of one that is gone', async () => {
    await signedInAs('admin')
    const { answer } = examples.getPasskeys
    const [one] = answer.passkeys
    const passkeys = Array.from({ length: 10 }, (_, index) => ({
      ...one,
      passkey_id: String(index),
      name: `Key ${index}`,
      last_used_at: new Date(Date.now() - 86_400_000).toISOString(),
      domain: index === 0 ? 'elsewhere.example' : 'orglens.example',
    }))
    respond('getPasskeys', { ...answer, passkeys })
    const { user } = openApp(security)
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

    refuse('renamePasskey', 404)
    refuse('removePasskey', 404)
    const renaming = await choose(user, 'Key 1', 'Rename…')
    await user.click(renaming.getByRole('button', { name: 'Rename' }))
    await toasted('info', 'Key 1 is no longer there.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const removal = await choose(user, 'Key 2', 'Remove…')
    await user.type(removal.getByLabelText('Password'), demoPassword)
    await user.click(removal.getByRole('button', { name: 'Remove' }))
    await toasted('info', 'Key 2 is no longer there.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('says that a browser doesn’t support passkeys, and adds none then', async () => {
    await signedInAs('admin')
    vi.unstubAllGlobals()
    openApp(security)
    const there = await card()
    await there.findByText('This browser doesn’t support passkeys.')
    expect(there.queryByRole('button', { name: 'Add a passkey…' })).toBeNull()
  })
})

describe('signing in', () => {
  test('by the button keeps no session if that is not ticked; the organisation’s opens the dashboard at once', async () => {
    const { there, go } = await adding()
    await go()
    await there.findByText('My laptop')
    localStorage.clear()
    cleanup()
    const { user } = openApp('/signin')
    await user.click(await screen.findByRole('checkbox', { name: 'Keep me logged in' }))
    await user.click(await signInButton())
    await screen.findByText('Signed in. Opening your dashboard…')
    expect(localStorage.getItem('sessionNotKept')).toBe(localStorage.getItem('refreshToken'))
    expect(window.location.replace).not.toHaveBeenCalled()
    localStorage.clear()
    // It keeps what was ticked.
    sessionStorage.clear()
    cleanup()
    openApp('/orginisation/acme-analytics')
    await user.click(await signInButton())
    await waitFor(() => expect(window.location.replace).toHaveBeenCalledWith('/dashboard/default'))
    expect(localStorage.getItem('accessToken')).toMatch(/^eyJ/)
    expect(localStorage.getItem('sessionNotKept')).toBeNull()
  })

  test('shows no error when cancelled; when refused, says to use the password, which still works', async () => {
    const { user } = openApp('/signin')
    browser.answer = 'cancel'
    await user.click(await signInButton())
    await waitFor(async () => expect((await signInButton()).getAttribute('aria-busy')).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
    browser.answer = 'touch'
    await user.click(await signInButton())
    await screen.findByText('This passkey can’t sign you in. Use your password.')
    // Nobody has it: the browser need not offer it again.
    expect(browser.signals).toEqual([
      ['unknown', { rpId: location.hostname, credentialId: browser.device.credentialId }],
    ])
    await user.type(screen.getByLabelText('Email'), demoAdmin.email)
    await user.type(screen.getByLabelText('Password'), demoPassword)
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
    await screen.findByText('Signed in. Opening your dashboard…')
  })
})
