import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { type CallName, calls, type RequestOf, type ResponseOf } from '../contract/calls'
import type { Endpoint } from '../contract/endpoints'
import { errorBody } from '../contract/error'
import { extensionEndpoints, invitationProofHeader } from '../contract/extensions'

/** With every field that may be left out. */
type Complete<Body> = { [Field in keyof Body]-?: Exclude<Body[Field], undefined> }

/** What the contract's schemas don't say of a call. */
type Told<Name extends CallName> = {
  summary: string
  /** A body with every field that the schema knows; undefined for calls without one. */
  example: Complete<RequestOf<Name>>
  /** Statuses it refuses with, beyond those that follow from its place in the contract. */
  refusals: readonly number[]
} & ((typeof calls)[Name]['method'] extends 'GET'
  ? /** What it may answer. */ { answer: ResponseOf<Name> }
  : { answer?: undefined })

const caller = {
  full_name: 'Priya Sharma',
  email: 'admin@acme.test',
  contact_number: '+91-9876543210',
}

/**
 * What is told of each call, and tried with it: the tests of bad input start from these bodies, and
 * screens are tried with these answers.
 */
export const told: { [Name in CallName]: Told<Name> } = {
  login: {
    summary: 'Sign in',
    example: { email: 'admin@acme.test', password: 'orglens-demo' },
    refusals: [401, 404],
  },
  getProfile: {
    summary: 'The caller and their organisation',
    example: undefined,
    answer: {
      ...caller,
      is_subscribed: false,
      organization: {
        name: 'Acme Analytics',
        slug: 'acme-analytics',
        subscription_plan: null,
        org_iframe: '/sample-analytics/?organisation=acme-analytics#theme=transparent',
        org_metabase_name: 'Acme Analytics Overview',
      },
    },
    refusals: [],
  },
  updateProfile: {
    summary: 'Change the caller',
    example: { ...caller, current_password: 'orglens-demo' },
    refusals: [409],
  },
  refreshToken: {
    summary: 'A new access token',
    example: { refresh: 'the refresh token of a sign-in' },
    refusals: [401],
  },
  getPricing: {
    summary: 'The plans on offer',
    example: undefined,
    answer: {
      all_pricing: [
        {
          name: 'Starter',
          tag_line_for_plan: 'For teams finding their feet',
          amount_in_usd: 29,
          interval: 'monthly',
          razorpay_plan_id: 'plan_starter_monthly_usd',
          descriptions: ['1 dashboard', '5 team members'],
        },
      ],
    },
    refusals: [],
  },
  createSubscription: {
    summary: 'Open a checkout',
    example: { plan_id: 'plan_starter_monthly_usd' },
    refusals: [409, 502],
  },
  verifySubscription: {
    summary: 'Prove a payment',
    example: {
      subscription_id: 'sub_00000000000001',
      razorpay_payment_id: 'pay_00000000000001',
      razorpay_signature: 'hex digits',
    },
    refusals: [404, 409, 502],
  },
  cancelSubscription: { summary: 'End the current plan', example: undefined, refusals: [502] },
  getSubscriptionActivity: {
    summary: 'All plans there were',
    example: undefined,
    answer: {
      data: [
        {
          plan_name: 'Starter',
          status: true,
          upgrade_status: false,
          start_date: '2026-10-12T08:00:00.000Z',
          end_date: null,
        },
      ],
    },
    refusals: [],
  },
  inviteTeamMembers: {
    summary: 'Invite by e-mail',
    example: { emails: ['grace@example.com', 'alan@example.com'] },
    refusals: [],
  },
  signup: {
    summary: 'Register an organisation, or join one by invitation',
    example: {
      fullname: 'Ada Lovelace',
      email: 'ada@example.com',
      password: 'analytical engine',
      organization: 'Analytical Engines',
    },
    refusals: [409],
  },
  forgotPassword: {
    summary: 'Ask for a link to set a new password',
    example: { email: 'ada@example.com' },
    refusals: [],
  },
  resetPassword: {
    summary: 'Set a new password',
    example: { reset_token: 'the token of the link', new_password: 'difference engine' },
    refusals: [],
  },
  checkOrganisation: {
    summary: 'Whether an organisation exists',
    example: { organisation_url: 'acme-analytics' },
    refusals: [],
  },
  openInvitation: {
    summary: 'Open the link of an invitation',
    example: { invitation_token: 'the token of the link' },
    refusals: [409],
  },
  logout: {
    summary: 'End a session',
    example: { refresh: 'the refresh token of a sign-in' },
    refusals: [],
  },
}

const schemaOf = (schema: v.GenericSchema) => {
  // What JSON Schema can't say (no null characters, well-formed Unicode) is left out.
  const { $schema: _version, ...json } = toJsonSchema(schema, {
    typeMode: 'input',
    errorMode: 'ignore',
  })
  return json
}

const jsonOf = (schema: unknown, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
})

/** @returns every status a call may refuse with, in order. */
function refusalsOf(name: CallName): number[] {
  const { request, needsBearer, adminOnly }: Endpoint = calls[name]
  const statuses = [
    ...told[name].refusals,
    ...[429, 500, 503],
    ...(request ? [400, 413, 415, 422] : []),
    ...(needsBearer ? [401] : []),
    ...(adminOnly ? [403] : []),
  ]
  return [...new Set(statuses)].sort()
}

function operationOf(name: CallName) {
  const { request, response, needsBearer, adminOnly }: Endpoint = calls[name]
  const { summary, example, answer } = told[name]
  const success = response
    ? { '200': { description: 'Success', content: jsonOf(schemaOf(response), answer) } }
    : { '204': { description: 'Success' } }
  const refusals = refusalsOf(name).map((status) => [
    status,
    { $ref: '#/components/responses/Refusal' },
  ])
  const caller = adminOnly ? 'An admin of the organisation.' : 'Whoever is signed in.'
  return {
    operationId: name,
    summary,
    description: `May be called by: ${needsBearer ? caller : 'anybody.'}`,
    tags: [name in extensionEndpoints ? 'Extensions' : 'Contract'],
    security: needsBearer ? [{ bearer: [] }] : [],
    ...(name === 'signup' && {
      parameters: [
        {
          name: invitationProofHeader,
          in: 'header',
          description: 'The token of the invitation that was opened, to join its organisation.',
          schema: { type: 'string' },
        },
      ],
    }),
    ...(request && {
      requestBody: { required: true, content: jsonOf(schemaOf(request), example) },
    }),
    responses: { ...success, ...Object.fromEntries(refusals) },
  }
}

/**
 * Describes the API from the contract.
 * @param title the product's name.
 * @returns an OpenAPI 3.1 document.
 */
export function describeApi(title: string): object {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const name of Object.keys(calls) as CallName[]) {
    const { path, method } = calls[name]
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: '/' }],
    tags: [
      { name: 'Contract', description: 'What any server for this app offers.' },
      { name: 'Extensions', description: 'What this server offers beyond it.' },
    ],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      responses: {
        Refusal: {
          description: 'Both fields carry the same text, for people.',
          headers: {
            'Retry-After': {
              description: 'With 429 and 503: seconds to wait.',
              schema: { type: 'integer' },
            },
          },
          content: jsonOf(schemaOf(errorBody)),
        },
      },
    },
  }
}
