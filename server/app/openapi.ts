import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { type CallName, calls } from '../../contract/calls'
import { type Endpoint, hasQueryInput } from '../../contract/endpoint'
import { errorBody } from '../../contract/error'
import { examples } from '../../contract/examples'
import { invitationProofHeader } from '../../contract/session'

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
  const endpoint: Endpoint = calls[name]
  const { request, needsBearer, adminOnly } = endpoint
  const statuses = [
    ...(examples[name].refusals ?? []),
    ...[429, 500, 503],
    ...(request ? [400, 422] : []),
    ...(request && !hasQueryInput(endpoint) ? [413, 415] : []),
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
  const endpoint: Endpoint = calls[name]
  const { isOurs, request, isBodyOptional, response, needsBearer, adminOnly } = endpoint
  const isQuery = hasQueryInput(endpoint)
  const hasBody = !isQuery && request
  const example: { summary: string; request: unknown; answer?: unknown } = examples[name]
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
    summary: example.summary,
    description: `May be called by: ${needsBearer ? caller : 'anybody.'}`,
    tags: [isOurs ? 'Extensions' : 'Contract'],
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
    ...(isQuery && request && { parameters: queryParametersOf(request, example.request) }),
    ...(hasBody && {
      requestBody: {
        required: !isBodyOptional,
        content: jsonOf(schemaOf(request), example.request),
      },
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
            '`error` and `message` carry the same text, for people; `code` the reason, for programs; `field_errors` what is wrong with each field.',
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
