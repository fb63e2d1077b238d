/** The server's offers beyond the specification's calls (D43). */
export interface Offered {
  /** Whether it is our own server, with all its calls. */
  isOurServer: boolean
  /** Whether the server has second factors. Our own server can do without. */
  hasTwoFactor: boolean
}

const extensionNames = ['orglens', 'two-factor']

/** Drops unknown names: the server that sends them may be newer than this client. */
function offeredBy(names: string): Offered {
  const extensions = names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  for (const name of extensions.filter((one) => !extensionNames.includes(one))) {
    console.warn(`The setting "extensions" names "${name}", which is unknown and left out`)
  }
  return {
    isOurServer: extensionNames.some((name) => extensions.includes(name)),
    hasTwoFactor: extensions.includes('two-factor'),
  }
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
 * The settings of a deployment, as text. Checked by hand: the first screen loads no schema library.
 * scripts/setting-docs.ts describes them, so that no visit downloads the descriptions.
 */
const known = {
  productName: { initial: 'Orglens', pattern: /^[^:]+$/, rule: 'must be a name without a colon' },
  apiBaseUrl: {
    initial: '',
    pattern: /^(?:$|https?:\/\/\S*[^/\s]$)/,
    rule: 'must be an address without a slash at its end',
  },
  termsUrl: link,
  privacyUrl: link,
  supportUrl: link,
  geolocationUrl: {
    ...address('https://ipapi.co/json/'),
    pattern: /^(?:$|https?:\/\/|\/(?!\/))/,
  },
  mailboxUrl: { initial: '', pattern: /^(?:$|\/(?!\/))/, rule: 'must begin with /' },
  checkoutScriptUrl: address('https://checkout.razorpay.com/v1/checkout.js'),
  checkoutKey: text(''),
  subscriptionCurrency: {
    initial: 'USD',
    pattern: /^(?:USD|INR)$/,
    rule: 'must be USD or INR',
  },
  timeZone: {
    initial: 'UTC',
    pattern: /^[A-Za-z][\w+/-]*$/,
    rule: 'must be a time zone such as Asia/Kolkata',
  },
  extensions: text(''),
} satisfies Record<string, Setting>

export type SettingName = keyof typeof known

export type Settings = Readonly<Record<Exclude<SettingName, 'extensions'>, string> & Offered>

/** Each setting by its full name, so that the build can remove unset ones. */
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
  timeZone: import.meta.env.VITE_TIME_ZONE,
  extensions: import.meta.env.VITE_EXTENSIONS,
} satisfies Record<SettingName, string | undefined>

/**
 * Reads the settings in the page's JSON; those of the build are the fallback.
 * @param json the content of the page's `<script id="settings">`; empty or null means none.
 * @throws Error naming the first setting that is wrong.
 */
export function readSettings(json: string | null): Settings {
  const values: Record<string, unknown> = { ...atBuild, ...JSON.parse(json || '{}') }
  const read = Object.entries(known).map(([name, { initial, pattern, rule }]) => {
    const value = values[name] ?? initial
    if (typeof value !== 'string' || !pattern.test(value)) {
      throw new Error(`The setting "${name}" is wrong: it ${rule}`)
    }
    return [name, value]
  })
  const { extensions, ...texts } = Object.fromEntries(read) as Record<SettingName, string>
  return { ...texts, ...offeredBy(extensions) }
}

/** The page's settings or, without a page, the build's. */
export const settings: Settings = readSettings(
  typeof document === 'undefined'
    ? null
    : (document.getElementById('settings')?.textContent ?? null),
)

/** Sets the settings for prerendering, where there is no page. */
export function applySettings(json: string): void {
  Object.assign(settings, readSettings(json))
}
