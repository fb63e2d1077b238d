import * as v from 'valibot'
import { type Endpoint, type Examples, forAdmins, forAnybody } from './endpoint'
import { address, longest, textUpTo } from './text'

/* The buyer that an organisation's payments are billed to (D143), for its admins. */

/** The maximum number of lines of an address, of accounting addresses, and of characters in each field. */
export const mostLines = 3
export const mostCopies = 5
const longestBuyer = {
  line: 100,
  city: 100,
  region: 100,
  postalCode: 20,
  country: 20,
  taxId: 40,
  reference: 60,
} as const

const field = (name: string, most: number) =>
  textUpTo(most, `${name} may have at most ${most} characters.`)

/** A buyer as documents name them. Empty texts: none. */
export const buyer = v.object({
  legal_name: field('A legal name', longest.name),
  /** The lines of the address, without city and postal code. */
  lines: v.pipe(
    v.array(field('Each line of an address', longestBuyer.line)),
    v.maxLength(mostLines, `An address may have at most ${mostLines} lines here.`),
  ),
  city: field('A city', longestBuyer.city),
  /** In India the code of a state, as GSTINs begin (`gst.ts`): '29'. Elsewhere any text. */
  region: field('A region', longestBuyer.region),
  /** In India the PIN code. */
  postal_code: field('A postal code', longestBuyer.postalCode),
  /** ISO 3166-1 alpha-2. The server knows the valid codes. */
  country: textUpTo(longestBuyer.country, 'Please choose a country.'),
  /** In India the GSTIN or UIN. */
  tax_id: field('A tax number', longestBuyer.taxId),
  /** In India: whether it is a unit or developer of a special economic zone, whose invoices have IGST. */
  is_sez: v.optional(v.boolean(), false),
  /** The buyer's own reference, such as an order number. */
  reference: field('A reference', longestBuyer.reference),
})
export type Buyer = v.InferOutput<typeof buyer>

const copy = v.object({
  email: v.string(),
  /** `waiting`: unconfirmed. `undeliverable`: mails to the address were refused. */
  state: v.picklist(['waiting', 'confirmed', 'undeliverable']),
})
export type Copy = v.InferOutput<typeof copy>

const buyerResponse = v.object({
  /** Null: no buyer yet. Documents name only the organisation. */
  billed_to: v.nullish(buyer, null),
  /** The accounting addresses that get receipts as well, in the order of their addition. */
  copies: v.array(copy),
  /** `gst`: payments get tax invoices (docs/billing.md). `off`: receipts. */
  tax: v.picklist(['off', 'gst']),
})
export type BuyerResponse = v.InferOutput<typeof buyerResponse>

const aboutCopy = v.object({ email: address })

export const buyerCalls = {
  getBuyer: {
    isOurs: true,
    method: 'GET',
    path: '/api/buyer/',
    request: null,
    response: buyerResponse,
    ...forAdmins,
  },
  /** Changes future documents. Numbered documents stay as they are. */
  changeBuyer: {
    isOurs: true,
    method: 'POST',
    path: '/api/buyer/',
    request: buyer,
    response: null,
    ...forAdmins,
  },
  /** Asks the address by mail. An address removed within the last hour gets its old state back. */
  addCopy: {
    isOurs: true,
    method: 'POST',
    path: '/api/buyer/copies/',
    request: aboutCopy,
    response: null,
    ...forAdmins,
  },
  removeCopy: {
    isOurs: true,
    method: 'POST',
    path: '/api/buyer/copies/remove/',
    request: aboutCopy,
    response: null,
    ...forAdmins,
  },
  /** Takes the token of the mail that asked. */
  confirmCopy: {
    isOurs: true,
    method: 'POST',
    path: '/api/buyer/copies/confirm/',
    request: v.object({ token: textUpTo(longest.token) }),
    response: v.object({ organization_name: v.string(), email: v.string() }),
    ...forAnybody,
  },
} as const satisfies Record<string, Endpoint>

export const buyerExample: Buyer = {
  legal_name: 'Acme Analytics Private Limited',
  lines: ['4th Floor', '17 Residency Road'],
  city: 'Bengaluru',
  region: '29',
  postal_code: '560025',
  country: 'IN',
  tax_id: '29AAACA0000A1ZU',
  is_sez: false,
  reference: 'PO 4500-2217',
}

export const buyerExamples: Examples<typeof buyerCalls> = {
  getBuyer: {
    summary: 'Whom payments are billed to',
    request: undefined,
    answer: {
      billed_to: buyerExample,
      copies: [
        { email: 'accounts@acme.test', state: 'confirmed' },
        { email: 'audit@acme.test', state: 'waiting' },
      ],
      tax: 'gst',
    },
  },
  changeBuyer: {
    summary: 'Change whom payments are billed to',
    refusals: [422],
    request: buyerExample,
  },
  addCopy: {
    summary: 'Mail receipts to an accounting address, too',
    refusals: [409, 422],
    request: { email: 'accounts@acme.test' },
  },
  removeCopy: {
    summary: 'Mail an address no more receipts',
    about: 'an id',
    refusals: [404],
    request: { email: 'unknown@acme.test' },
  },
  confirmCopy: {
    summary: 'Confirm an accounting address',
    about: 'a secret',
    refusals: [422],
    request: { token: 'the token of the link in the mail' },
  },
}
