import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020'
import { beforeAll, expect, test } from 'vitest'
import { type CallName, calls } from '../../contract/calls'
import { type Endpoint, hasQueryInput } from '../../contract/endpoint'
import { examples } from '../../contract/examples'
import { createDemoData, createMockServices } from '../../mocks/mock-api'
import { createApp } from '../../server/app/app'
import { describeApi } from '../../server/app/openapi'
import { demoAdmin, demoMember, demoPassword } from '../../server/demo/demo'
import { createClient } from '../support/conformance/client'
import { silentLog } from './sql-store-examples'

interface Answer {
  content?: { 'application/json': { schema: object; example?: object } }
}

interface Operation {
  security: object[]
  requestBody?: object
  responses: Record<string, Answer & { $ref?: string }>
}

const names = Object.keys(calls) as CallName[]
// As a program reads it.
const description: {
  paths: Record<string, Record<string, Operation>>
  components: { responses: { Refusal: Answer } }
} = JSON.parse(JSON.stringify(describeApi('Orglens')))

const origin = 'http://orglens.test'
let app: ReturnType<typeof createApp>
const client = createClient({ fetch: async (request) => await app.fetch(request), origin })
const signIn = (email: string) => client.succeed('login', { email, password: demoPassword })

beforeAll(async () => {
  const data = await createDemoData(origin)
  app = createApp(createMockServices(data, silentLog, undefined, origin))
})

const operationOf = (name: CallName) =>
  description.paths[calls[name].path]?.[calls[name].method.toLowerCase()]

// It caches compiled schemas.
const ajv = new Ajv2020({ strict: false })

function expectPromised(name: CallName, { content }: Answer, body: unknown): void {
  const validate = ajv.compile(content?.['application/json'].schema ?? { const: null })
  expect(validate(body), `${name} ${JSON.stringify([body, validate.errors])}`).toBe(true)
}

test('the description of the API is a valid OpenAPI document', async () => {
  expect(await new Validator().validate(description)).toEqual({ valid: true })
})

test('the description says whose a call is, who may make it, and whether its body may be left out', () => {
  const calledBy = (who: string) => `May be called by: ${who}`
  expect((['login', 'endSession', 'cancelSubscription'] as const).map(operationOf)).toMatchObject([
    { tags: ['Contract'], description: calledBy('anybody.'), requestBody: { required: true } },
    { tags: ['Extensions'], description: calledBy('Whoever is signed in.') },
    { description: calledBy('An admin of the organisation.'), requestBody: { required: false } },
  ])
  expect(JSON.stringify(operationOf('getAuditLog'))).not.toContain('"required":true')
})

test.each(names)('%s does what its description promises', async (name) => {
  const endpoint: Endpoint = calls[name]
  const { needsBearer, adminOnly, method } = endpoint
  const { security, requestBody, responses = {} } = operationOf(name) ?? {}
  const hasBody = endpoint.request !== null && !hasQueryInput(endpoint)
  expect(requestBody !== undefined).toBe(hasBody)
  expect(security).toHaveLength(needsBearer ? 1 : 0)
  if (method === 'GET') {
    const example = responses['200']?.content?.['application/json'].example
    expectPromised(name, responses['200'] ?? {}, example)
  }

  const { access, refresh } = await signIn(demoAdmin.email)
  /** Makes the call, whose answer has to be described. @returns its status. */
  async function statusOf(input: unknown, token?: string): Promise<number> {
    const answer = await client.request(name, input, token)
    const promised = responses[answer.status]
    if (!promised) throw new Error(`${name} answered ${answer.status}`)
    const described = promised.$ref ? description.components.responses.Refusal : promised
    expectPromised(name, described, JSON.parse((await answer.text()) || 'null'))
    return answer.status
  }
  const { request, about } = examples[name]
  // The query of its example continues another list.
  const example = method === 'GET' ? undefined : request
  if (needsBearer) expect(await statusOf(example)).toBe(401)
  if (adminOnly) expect(await statusOf(example, (await signIn(demoMember.email)).access)).toBe(403)
  if (hasBody) {
    expect(await statusOf([], access)).toBe(400)
  }
  // Last, because it may change data that the others need.
  const asked = name === 'refreshToken' || name === 'logout' ? { refresh } : example
  const status = await statusOf(asked, access)
  if (about === 'an id') expect(status).toBe(404)
  else if (about) expect([404, 409, 422]).toContain(status)
  else expect([200, 204]).toContain(status)
})
