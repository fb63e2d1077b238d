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
import { silentLog } from './sql-store-examples'

interface Operation {
  security: object[]
  requestBody?: { content: { 'application/json': { example: object } } }
  responses: Record<
    string,
    { $ref?: string; content?: { 'application/json': { schema: object; example?: object } } }
  >
}

const names = Object.keys(calls) as CallName[]
// As a program reads it.
const description: {
  paths: Record<string, Record<string, Operation>>
  components: { responses: { Refusal: Operation['responses'][string] } }
} = JSON.parse(JSON.stringify(describeApi('Orglens')))

let app: ReturnType<typeof createApp>
beforeAll(async () => {
  app = createApp(createMockServices(await createDemoData('http://orglens.test'), silentLog))
})

/** @param body an object becomes JSON; a text is sent as it is. */
async function call(name: CallName, input?: unknown, token = '', headers = {}): Promise<Response> {
  const { method, path } = calls[name]
  const isInQuery = method !== 'GET' && hasQueryInput(calls[name])
  const query = isInQuery ? `?${new URLSearchParams(Object(input))}` : ''
  const body = typeof input === 'string' ? input : JSON.stringify(input)
  return await app.request(path + query, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(input !== undefined && !isInQuery && { body }),
  })
}
const signIn = async (email: string): Promise<{ access: string; refresh: string }> =>
  (await call('login', { email, password: demoPassword })).json()

const operationOf = (name: CallName) =>
  description.paths[calls[name].path]?.[calls[name].method.toLowerCase()]

// It caches compiled schemas.
const ajv = new Ajv2020({ strict: false })

/** @returns why a body doesn't fit a schema of the description; null where it does. */
function misfit(schema: object, body: unknown): string | null {
  const validate = ajv.compile(schema)
  return validate(body) ? null : `${JSON.stringify(body)} ${JSON.stringify(validate.errors)}`
}

/** The answer must be documented: its status, and a body that matches the status's schema. */
async function expectPromised(name: CallName, answer: Response): Promise<void> {
  const promised = operationOf(name)?.responses[answer.status]
  expect(promised, `${name} answered ${answer.status}`).toBeDefined()
  const { content } = promised?.$ref ? description.components.responses.Refusal : (promised ?? {})
  const text = await answer.text()
  if (!content) {
    expect(text).toBe('')
    return
  }
  expect(misfit(content['application/json'].schema, JSON.parse(text)), name).toBeNull()
}

test('the description of the API is a valid OpenAPI document of every call', async () => {
  const { valid, errors } = await new Validator().validate(description)
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  for (const name of names) expect(operationOf(name), name).toBeDefined()
})

test.each(names.filter((name) => calls[name].method === 'GET'))(
  '%s has a valid example of its answer',
  (name) => {
    const { schema, example } =
      operationOf(name)?.responses['200']?.content?.['application/json'] ?? {}
    expect(example).toBeDefined()
    expect(misfit(schema ?? {}, example)).toBeNull()
  },
)

test.each(names)('%s does what its description promises', async (name) => {
  const endpoint: Endpoint = calls[name]
  const { needsBearer, adminOnly } = endpoint
  const request = hasQueryInput(endpoint) ? null : endpoint.request
  const operation = operationOf(name)
  const example = operation?.requestBody?.content['application/json'].example
  expect(example !== undefined).toBe(request !== null)
  expect(operation?.security).toHaveLength(needsBearer ? 1 : 0)

  // Last, because it may change data that the others need.
  const { access, refresh } = await signIn(demoAdmin.email)
  const input = endpoint.isInQuery ? examples[name].request : example
  const asked = name === 'refreshToken' || name === 'logout' ? { refresh } : input
  const statuses = async (...answers: Promise<Response>[]) => {
    const found = []
    for (const answer of await Promise.all(answers)) {
      found.push(answer.status)
      await expectPromised(name, answer)
    }
    return found
  }
  if (needsBearer) expect(await statuses(call(name, example))).toEqual([401])
  if (adminOnly) {
    const member = (await signIn(demoMember.email)).access
    expect(await statuses(call(name, example, member))).toEqual([403])
  }
  if (request) {
    const wrong = [
      call(name, '{"cut short', access),
      call(name, [], access),
      call(name, asked, access, { 'content-type': 'text/plain' }),
      call(name, JSON.stringify({ ...example, more: 'x'.repeat(1024 * 1024) }), access),
    ]
    expect(await statuses(...wrong)).toEqual([400, 400, 415, 413])
  }
  const [status] = await statuses(call(name, asked, access))
  const { about } = examples[name]
  if (about === 'an id') expect(status).toBe(404)
  else if (about) expect([404, 409, 422]).toContain(status)
  else expect([200, 204]).toContain(status)
})
