import { type CallName, calls } from '../../../contract/calls'
import { examples as described } from '../../../contract/examples'

type Examples = { [Name in CallName]: (typeof described)[Name]['request'] }

const password = 'a long password'

/**
 * A well-formed body for each call, with every field that it knows; undefined where it has none. As
 * the API's description has it, but of nobody that there is.
 */
export const examples: Examples = {
  ...(Object.fromEntries(
    Object.entries(described).map(([name, { request }]) => [name, request]),
  ) as Examples),
  login: { ...described.login.request, email: 'nobody@example.test' },
  // The password of every new admin: a wrong one would count as a guess.
  beginTwoFactor: { ...described.beginTwoFactor.request, password },
  removeTwoFactor: { ...described.removeTwoFactor.request, password },
  renewRecoveryCodes: { ...described.renewRecoveryCodes.request, password },
  updateProfile: {
    ...described.updateProfile.request,
    full_name: 'Ada Lovelace',
    email: 'ada@example.test',
  },
  signup: {
    fullname: 'Ada Lovelace',
    email: 'never-registered@example.test',
    password,
    organization: 'Never Registered',
  },
}

/** One body, broken in one place. */
export interface BrokenBody {
  /** What is wrong with it. */
  name: string
  body: Record<string, unknown>
}

const notText: unknown[] = [null, 1, true, [], {}, ['text']]
const notNumber: unknown[] = [null, '1', true, [], {}, [1]]
const notBoolean: unknown[] = [null, 0, 1, 'true', [], {}]
const notListOfTexts: unknown[] = [null, 1, true, 'text', {}, [1], [null], [['text']]]

/** How a field is wrapped: `optional` and `nullish` ones may be left out, `nullable` ones be null. */
function kindOf(name: CallName, field: string): string {
  const schema = calls[name].request
  const entries: Record<string, { type: string }> = schema ? schema.entries : {}
  return entries[field]?.type ?? ''
}

/** @returns what a field whose right value is of that type can't be. */
function othersThan(value: unknown): unknown[] {
  if (Array.isArray(value)) return notListOfTexts
  if (typeof value === 'boolean') return notBoolean
  return typeof value === 'number' ? notNumber : notText
}

/** @returns bodies that each break the contract once: a field missing, or of another type. */
export function brokenBodies(name: CallName): BrokenBody[] {
  const example: Record<string, unknown> = examples[name] ?? {}
  return Object.entries(example).flatMap(([field, value]) => {
    const kind = kindOf(name, field)
    const optional = ['optional', 'nullish'].includes(kind)
    const isBoolean = typeof value === 'boolean'
    const mayBeNull = optional || kind === 'nullable'
    const wrong = othersThan(value).filter((candidate) => !(mayBeNull && candidate === null))
    const unkeepable = isBoolean
      ? []
      : ['null\u0000character', 'lone \ud800 surrogate', 'lone \udc00 surrogate'].map((text) =>
          Array.isArray(value) ? [text] : text,
        )
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
