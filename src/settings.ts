import * as v from 'valibot'

const link = v.union([
  v.literal(''),
  v.pipe(v.string(), v.regex(/^(https?:\/\/|mailto:|\/(?!\/))/, 'must be an address')),
])

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
})

export type Settings = v.InferOutput<typeof settingsSchema>

const atBuild = {
  productName: import.meta.env.VITE_PRODUCT_NAME,
  apiBaseUrl: import.meta.env.VITE_API_BASE_URL,
  termsUrl: import.meta.env.VITE_TERMS_URL,
  privacyUrl: import.meta.env.VITE_PRIVACY_URL,
  supportUrl: import.meta.env.VITE_SUPPORT_URL,
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

export const settings: Settings = readSettings(
  document.getElementById('settings')?.textContent ?? null,
)
