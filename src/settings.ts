import * as v from 'valibot'
import { type Extension, extensions } from '../contract/extensions'

const link = v.union([
  v.literal(''),
  v.pipe(v.string(), v.regex(/^(https?:\/\/|mailto:|\/(?!\/))/, 'must be an address')),
])

const address = v.pipe(
  v.string(),
  v.regex(/^(https?:\/\/|\/(?!\/))/, 'must begin with https://, http:// or /'),
)

/** A name that isn't known is left out: the server that gives it may be newer than this client. */
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

/** What a deployment may choose. `VITE_…` variables set these at build time, in capitals. */
const settingsSchema = v.object({
  /** The product's name, wherever it is shown (D1). */
  productName: v.optional(v.pipe(v.string(), v.minLength(1)), 'Orglens'),
  /** Where the API is, without a trailing slash. Empty: the origin the app came from. */
  apiBaseUrl: v.optional(
    v.union([v.literal(''), v.pipe(v.string(), v.regex(/^https?:\/\/\S*[^/\s]$/))]),
    '',
  ),
  /** Pages that the terms checkbox and the footer link to (D25). Empty: no link. */
  termsUrl: v.optional(link, ''),
  privacyUrl: v.optional(link, ''),
  supportUrl: v.optional(link, ''),
  /** Tells the visitor's country, for the currency (D16). Empty: prices are in USD. */
  geolocationUrl: v.optional(v.union([v.literal(''), address]), 'https://ipapi.co/json/'),
  /** The payment provider's checkout, and the key that it knows this deployment by (D28). */
  checkoutScriptUrl: v.optional(address, 'https://checkout.razorpay.com/v1/checkout.js'),
  checkoutKey: v.optional(v.string(), ''),
  /** What checkout is told where a plan isn't charged in INR (D16): an ISO 4217 code. */
  subscriptionCurrency: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'must be a currency code such as USD')),
    'USD',
  ),
  /** What the server offers beyond the specification (D43): names, separated by commas. */
  extensions: v.optional(v.pipe(v.string(), v.transform(knownExtensions)), ''),
})

export type Settings = v.InferOutput<typeof settingsSchema>

const atBuild = {
  productName: import.meta.env.VITE_PRODUCT_NAME,
  apiBaseUrl: import.meta.env.VITE_API_BASE_URL,
  termsUrl: import.meta.env.VITE_TERMS_URL,
  privacyUrl: import.meta.env.VITE_PRIVACY_URL,
  supportUrl: import.meta.env.VITE_SUPPORT_URL,
  geolocationUrl: import.meta.env.VITE_GEOLOCATION_URL,
  checkoutScriptUrl: import.meta.env.VITE_CHECKOUT_SCRIPT_URL,
  checkoutKey: import.meta.env.VITE_CHECKOUT_KEY,
  subscriptionCurrency: import.meta.env.VITE_SUBSCRIPTION_CURRENCY,
  extensions: import.meta.env.VITE_EXTENSIONS,
}

/**
 * Reads settings from the JSON that the host put into the page, falling back to those of the build.
 * @param json the content of the page's `<script id="settings">`; empty or null means none.
 * @throws Error naming the first setting that is wrong.
 */
export function readSettings(json: string | null): Settings {
  const result = v.safeParse(settingsSchema, { ...atBuild, ...JSON.parse(json || '{}') })
  if (result.success) return result.output
  const [issue] = result.issues
  throw new Error(`The setting "${v.getDotPath(issue) ?? ''}" is wrong: ${issue.message}`)
}

/** The settings of the page; where there is none, those of the build. */
export let settings: Settings = readSettings(
  typeof document === 'undefined'
    ? null
    : (document.getElementById('settings')?.textContent ?? null),
)

/** @returns what prerendered screens show of the settings: with others they are other screens. */
export function shownSettings(): string {
  return JSON.stringify([settings.productName, settings.termsUrl, settings.privacyUrl])
}

/** Sets the settings that screens are rendered with where there is no page (`src/prerender.tsx`). */
export function settleSettings(json: string): void {
  settings = readSettings(json)
}
