import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { type CallName, calls } from '../contract/calls'
import type { Endpoint } from '../contract/endpoints'
import { errorBody } from '../contract/error'
import { examples } from '../contract/examples'
import { extensionEndpoints } from '../contract/extensions'
import { invitationProofHeader } from '../contract/session-extensions'

interface CallDocs {
  summary: string
  /** Refusals beyond those that follow from the call's place in the contract. */
  refusals: readonly number[]
}

/** Documentation of each call that the schemas don't contain. */
const callDocs: Record<CallName, CallDocs> = {
  login: {
    summary: 'Sign in',
    refusals: [401, 404],
  },
  getProfile: {
    summary: 'The caller and their organisation',
    refusals: [],
  },
  getDashboardLink: {
    summary: 'A new link to a dashboard',
    refusals: [404],
  },
  updateProfile: {
    summary: 'Change the caller',
    refusals: [409],
  },
  refreshToken: {
    summary: 'A new access token',
    refusals: [401],
  },
  getPricing: {
    summary: 'The plans on offer',
    refusals: [],
  },
  createSubscription: {
    summary: 'Open a checkout',
    refusals: [409, 502],
  },
  verifySubscription: {
    summary: 'Prove a payment',
    refusals: [404, 409, 502],
  },
  cancelSubscription: { summary: 'End the current plan', refusals: [502] },
  getSubscriptionActivity: {
    summary: 'All plans there were',
    refusals: [],
  },
  inviteTeamMembers: {
    summary: 'Invite by e-mail',
    refusals: [],
  },
  signup: {
    summary: 'Register an organisation, or join one by invitation',
    refusals: [409],
  },
  forgotPassword: {
    summary: 'Ask for a link to set a new password',
    refusals: [],
  },
  resetPassword: {
    summary: 'Set a new password',
    refusals: [409],
  },
  checkOrganisation: {
    summary: 'Whether an organisation exists',
    refusals: [],
  },
  openInvitation: {
    summary: 'Open the link of an invitation',
    refusals: [409],
  },
  logout: {
    summary: 'End a session',
    refusals: [],
  },
  changePassword: { summary: "Change the caller's password", refusals: [] },
  getSessions: { summary: 'Where the caller is signed in', refusals: [] },
  endSession: { summary: "End one of the caller's sessions", refusals: [404] },
  endOtherSessions: { summary: "End all of the caller's sessions but this one", refusals: [] },
  leave: { summary: "Delete the caller's account", refusals: [409] },
  exportAccount: { summary: 'Everything that is kept about the caller', refusals: [] },
  getTeam: { summary: 'Members, invitations and places', refusals: [] },
  setRole: { summary: 'Make a member an admin, or an admin a member', refusals: [404, 409] },
  removeMember: { summary: "Delete a member's account", refusals: [404, 409] },
  resendInvitation: { summary: 'Send an invitation again', refusals: [404, 409] },
  revokeInvitation: { summary: "Void an invitation's link", refusals: [404] },
  stopRenewing: { summary: 'Let the current plan end with its period', refusals: [409] },
  keepRenewing: { summary: 'Take that back', refusals: [409] },
  checkPayment: {
    summary: 'Ask the payment provider about the current plan',
    refusals: [409, 502],
  },
  getReceipts: { summary: 'What was paid, the latest first', refusals: [] },
  getAuditLog: { summary: 'Who did what, newest first', refusals: [] },
  getTwoFactor: { summary: "The caller's second factor", refusals: [404] },
  beginTwoFactor: { summary: 'A secret for an authenticator app', refusals: [404, 409] },
  confirmTwoFactor: { summary: 'Turn a second factor on by its first code', refusals: [404, 409] },
  removeTwoFactor: { summary: 'Switch a second factor off', refusals: [404, 409] },
  renewRecoveryCodes: { summary: 'New recovery codes', refusals: [404, 409] },
  resetTwoFactor: { summary: "Take a member's second factor off", refusals: [404, 409] },
}

const schemaOf = (schema: v.GenericSchema) => {
  // JSON Schema can't express some checks (no null characters, well-formed Unicode).
  const { $schema: _version, ...json } = toJsonSchema(schema, {
    typeMode: 'input',
    errorMode: 'ignore',
  })
  return json
}

const jsonOf = (schema: unknown, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
})

/** @returns all statuses that a call may refuse with, in order. */
function refusalsOf(name: CallName): number[] {
  const { method, request, needsBearer, adminOnly }: Endpoint = calls[name]
  const statuses = [
    ...callDocs[name].refusals,
    ...[429, 500, 503],
    ...(request ? [400, 422] : []),
    ...(request && method !== 'GET' ? [413, 415] : []),
    ...(needsBearer ? [401] : []),
    ...(adminOnly ? [403] : []),
  ]
  return [...new Set(statuses)].sort()
}

/** @returns the fields of a query string as optional parameters. */
function queryParametersOf(request: v.GenericSchema, example: unknown) {
  const { properties = {}, required = [] } = schemaOf(request)
  const examplesByName: Record<string, unknown> = Object(example)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    example: examplesByName[name],
  }))
}

function operationOf(name: CallName) {
  const { method, request, response, needsBearer, adminOnly }: Endpoint = calls[name]
  const isRead = method === 'GET'
  const hasBody = !isRead && request
  const { summary } = callDocs[name]
  const example: { request: unknown; answer?: unknown } = examples[name]
  const success = response
    ? { '200': { description: 'Success', content: jsonOf(schemaOf(response), example.answer) } }
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
    ...(isRead && request && { parameters: queryParametersOf(request, example.request) }),
    ...(hasBody && {
      requestBody: { required: true, content: jsonOf(schemaOf(request), example.request) },
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
          description:
            '`error` and `message` carry the same text, for people; `field_errors` what is wrong with each field.',
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
