import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallName, calls } from '../../contract/calls'
import { type Endpoint, hasQueryInput } from '../../contract/endpoint'
import { examples } from '../../contract/examples'
import { type Host, startDemoHost } from '../support/running-host'

interface Operation {
  security: object[]
  requestBody?: { content: { 'application/json': { example: object } } }
  responses: Record<
    string,
    { $ref?: string; content?: { 'application/json': { schema: object; example?: object } } }
  >
}

const names = Object.keys(calls) as CallName[]
let host: Host
let description: {
  paths: Record<string, Record<string, Operation>>
  components: { responses: { Refusal: Operation['responses'][string] } }
}

beforeAll(async () => {
  host = await startDemoHost()
  description = await (await fetch(`${host.url}/api/openapi.json`)).json()
})

afterAll(() => host.stop())

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
  const { access, refresh } = await host.signInAdmin()
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
  if (needsBearer) expect(await statuses(host.call(name, example))).toEqual([401])
  if (adminOnly) {
    const member = (await host.signInMember()).access
    expect(await statuses(host.call(name, example, member))).toEqual([403])
  }
  if (request) {
    const wrong = [
      host.call(name, '{"cut short', access),
      host.call(name, [], access),
      host.call(name, asked, access, { 'content-type': 'text/plain' }),
      host.call(name, JSON.stringify({ ...example, more: 'x'.repeat(1024 * 1024) }), access),
    ]
    expect(await statuses(...wrong)).toEqual([400, 400, 415, 413])
  }
  const [status] = await statuses(host.call(name, asked, access))
  const { about } = examples[name]
  if (about === 'an id') expect(status).toBe(404)
  else if (about) expect([404, 409, 422]).toContain(status)
  else expect([200, 204]).toContain(status)
})
