import { onTestFinished, vi } from 'vitest'
import { type Authenticator, newAuthenticator } from './authenticator'

/** A browser with an authenticator, whose user does what the test says. */
export interface BrowserPasskeys {
  device: Authenticator
  /** What the user does when asked: by default they touch it. */
  answer: 'touch' | 'cancel' | 'has-one'
  /** Whether the field for the address offers passkeys: the user takes one at once. */
  offersInField: boolean
  /** What the browser was told. */
  signals: [name: string, about: object][]
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url')).buffer
const textOf = (bytes: ArrayBuffer) => Buffer.from(new Uint8Array(bytes)).toString('base64url')

/** Gives the window what browsers have for passkeys, for this test: the environment has none. */
export function withBrowserPasskeys(): BrowserPasskeys {
  const browser: BrowserPasskeys = {
    device: newAuthenticator(location.origin),
    answer: 'touch',
    offersInField: false,
    signals: [],
  }
  const hear = (name: string) => async (about: object) => {
    browser.signals.push([name, about])
  }
  const PublicKeyCredential = Object.assign(() => {}, {
    isConditionalMediationAvailable: async () => browser.offersInField,
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
