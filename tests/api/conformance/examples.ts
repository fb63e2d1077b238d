import type { CallName, RequestOf } from '../../../contract/calls'

/** A well-formed body for each endpoint; undefined where it has none. */
export const examples: { [Name in CallName]: RequestOf<Name> } = {
  login: { email: 'nobody@example.test', password: 'a long password' },
  getProfile: undefined,
  updateProfile: {
    full_name: 'Ada Lovelace',
    email: 'ada@example.test',
    contact_number: '+91-9876543210',
  },
  refreshToken: { refresh: 'a-token-of-nobody' },
  logout: { refresh: 'a-token-of-nobody' },
  getPricing: undefined,
  createSubscription: { plan_id: 'plan_basic' },
  verifySubscription: {
    subscription_id: 'sub_1',
    razorpay_payment_id: 'pay_1',
    razorpay_signature: 'signature',
  },
  cancelSubscription: undefined,
  getSubscriptionActivity: undefined,
  inviteTeamMembers: { emails: ['grace@example.test'] },
  signup: {
    fullname: 'Ada Lovelace',
    email: 'never-registered@example.test',
    password: 'a long password',
    organization: 'Never Registered',
  },
  forgotPassword: { email: 'nobody@example.test' },
  resetPassword: { reset_token: 'a-token-of-nobody', new_password: 'a long password' },
  checkOrganisation: { organisation_url: 'acme-analytics' },
  openInvitation: { invitation_token: 'a-token-of-nobody' },
}

/** One body, broken in one place. */
export interface BrokenBody {
  /** What is wrong with it. */
  name: string
  body: Record<string, unknown>
}

const notText: unknown[] = [null, 1, true, [], {}, ['text']]
const notListOfTexts: unknown[] = [null, 1, true, 'text', {}, [1], [null], [['text']]]

/** @returns bodies that each break the contract once: a field missing, or of another type. */
export function brokenBodies(name: CallName): BrokenBody[] {
  const example: Record<string, unknown> = examples[name] ?? {}
  return Object.entries(example).flatMap(([field, value]) => {
    const optional = field === 'contact_number'
    const wrong = (Array.isArray(value) ? notListOfTexts : notText).filter(
      (candidate) => !(optional && candidate === null),
    )
    const unkeepable = [
      'null\u0000character',
      'lone \ud800 surrogate',
      'lone \udc00 surrogate',
    ].map((text) => (Array.isArray(value) ? [text] : text))
    const { [field]: _left, ...without } = example
    return [
      ...(optional ? [] : [{ name: `no ${field}`, body: without }]),
      ...[...wrong, ...unkeepable].map((replacement) => ({
        name: `${field}: ${JSON.stringify(replacement)}`,
        body: { ...example, [field]: replacement },
      })),
    ]
  })
}
