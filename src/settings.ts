import { type Extension, extensions } from '../contract/extension-names'

/** Leaves out unknown names: the server that gives them may be newer than this client. */
function knownExtensions(names: string): readonly Extension[] {
  const given = names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const unknown = given.filter((name) => !(extensions as readonly string[]).includes(name))
  for (const name of unknown) {
    console.warn(`The setting "extensions" names "${name}", which is unknown and left out`)
  }
  return extensions.filter((name) => given.includes(name))
}

/** A setting's default, and the rule for other values. */
interface Setting {
  initial: string
  pattern: RegExp
  rule: string
}

const text = (initial: string): Setting => ({ initial, pattern: /^/, rule: 'must be text' })
const link: Setting = {
  initial: '',
  pattern: /^(?:$|https?:\/\/|mailto:|\/(?!\/))/,
  rule: 'must be an address',
}
const address = (initial: string): Setting => ({
  initial,
  pattern: /^(?:https?:\/\/|\/(?!\/))/,
  rule: 'must begin with https://, http:// or /',
})

/**
 * What a deployment may choose, as text. Checked by hand: the first screen loads no schema library.
 * `npm run generate:docs` copies the comments into docs/settings.md.
 */
const known = {
  /** The product's name, wherever it is shown (D1). */
  productName: { initial: 'Orglens', pattern: /./, rule: 'must not be empty' },
  /**
   * Where the API is, without a trailing slash.
   * @default the origin the app came from
   */
  apiBaseUrl: {
    initial: '',
    pattern: /^(?:$|https?:\/\/\S*[^/\s]$)/,
    rule: 'must be an address without a slash at its end',
  },
  /** The page that the terms checkbox and the footer link to (D25). */
  termsUrl: link,
  /** The page about privacy that they link to. */
  privacyUrl: link,
  /** The page or mail address where help is to be had. */
  supportUrl: link,
  /** Tells the visitor's country, for the currency (D16). Given as empty, prices are in USD. */
  geolocationUrl: {
    ...address('https://ipapi.co/json/'),
    pattern: /^(?:$|https?:\/\/|\/(?!\/))/,
  },
  /**
   * Where captured mails are read, for whoever looks for one.
   * @default none: mails are sent
   */
  mailboxUrl: { initial: '', pattern: /^(?:$|\/(?!\/))/, rule: 'must begin with /' },
  /** The payment provider's checkout script (D28). */
  checkoutScriptUrl: address('https://checkout.razorpay.com/v1/checkout.js'),
  /** The key that the payment provider knows this deployment by (D28). */
  checkoutKey: text(''),
  /** What checkout is told where a plan isn't charged in INR (D16): an ISO 4217 code. */
  subscriptionCurrency: {
    initial: 'USD',
    pattern: /^[A-Z]{3}$/,
    rule: 'must be a currency code such as USD',
  },
  /**
   * What the server offers beyond the specification's calls (D43), names with commas in between.
   * [`contract/extension-names.ts`](../contract/extension-names.ts) has those of Orglens's own server;
   * none is used unless it is named.
   */
  extensions: text(''),
} satisfies Record<string, Setting>

type Name = keyof typeof known

export type Settings = Readonly<
  Record<Exclude<Name, 'extensions'>, string> & { extensions: readonly Extension[] }
>

/** Each by its name, so that unset ones are removed from the build. */
const atBuild = {
  productName: import.meta.env.VITE_PRODUCT_NAME,
  apiBaseUrl: import.meta.env.VITE_API_BASE_URL,
  termsUrl: import.meta.env.VITE_TERMS_URL,
  privacyUrl: import.meta.env.VITE_PRIVACY_URL,
  supportUrl: import.meta.env.VITE_SUPPORT_URL,
  geolocationUrl: import.meta.env.VITE_GEOLOCATION_URL,
  mailboxUrl: import.meta.env.VITE_MAILBOX_URL,
  checkoutScriptUrl: import.meta.env.VITE_CHECKOUT_SCRIPT_URL,
  checkoutKey: import.meta.env.VITE_CHECKOUT_KEY,
  subscriptionCurrency: import.meta.env.VITE_SUBSCRIPTION_CURRENCY,
  extensions: import.meta.env.VITE_EXTENSIONS,
} satisfies Record<Name, string | undefined>

/**
 * Reads the settings in the page's JSON; those of the build are the fallback.
 * @param json the content of the page's `<script id="settings">`; empty or null means none.
 * @throws Error naming the first setting that is wrong.
 */
export function readSettings(json: string | null): Settings {
  const given: Record<string, unknown> = { ...atBuild, ...JSON.parse(json || '{}') }
  const read = Object.entries(known).map(([name, { initial, pattern, rule }]) => {
    const value = given[name] ?? initial
    if (typeof value !== 'string' || !pattern.test(value)) {
      throw new Error(`The setting "${name}" is wrong: it ${rule}`)
    }
    return [name, value]
  })
  const texts = Object.fromEntries(read) as Record<Name, string>
  return { ...texts, extensions: knownExtensions(texts.extensions) }
}

/** The page's settings; without a page, those of the build. */
export const settings: Settings = readSettings(
  typeof document === 'undefined'
    ? null
    : (document.getElementById('settings')?.textContent ?? null),
)

/** @returns the settings that prerendered screens show: with other values they can't be hydrated. */
export function shownSettings(): string {
  return JSON.stringify([settings.productName, settings.termsUrl, settings.privacyUrl])
}

/** Sets the settings for prerendering, where there is no page. */
export function applySettings(json: string): void {
  Object.assign(settings, readSettings(json))
}
