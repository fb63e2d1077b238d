import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type IncomingHttpHeaders } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { postTo, signedInAt } from '../support/post-to'
import { createDatabase } from '../support/postgresql'
import { freePort, listenOnLoopback } from '../support/program'
import { makeCertificate, proxies, putSite, type StartProxy } from '../support/proxies'
import { type ServerProcess, startServerProcess } from '../support/server-process'

const callers = 6

makeCertificate()

describe.each(proxies)('three servers behind %s', (_name, startProxy) => {
  const oldSecret = 'the old secret, which signed so far'
  const newSecret = 'the new secret, which signs from now'

  /** @param given settings of the servers, beside the usual ones. */
  async function start(given: Record<string, string> = {}) {
    const DATABASE_URL = await createDatabase(inject('postgresqlUrl'))
    const startServer = (port: number, settings: Record<string, string> = {}) =>
      startServerProcess(
        {
          DATABASE_URL,
          PORT: String(port),
          TRUSTED_PROXIES: '1',
          RATE_LIMITS: 'off',
          DRAIN_SECONDS: '5',
          APP_URL: 'https://app.example.com',
          EXPOSE_DEVELOPMENT: 'on',
          ACCESS_TOKEN_SECRET: oldSecret,
          ACCESS_TOKEN_SECRET_ALSO_ACCEPTED: newSecret,
          ...given,
          ...settings,
        },
        { prepare: putSite },
      )
    const ports = [await freePort(), await freePort(), await freePort()]
    const servers: ServerProcess[] = []
    for (const port of ports) servers.push(await startServer(port))
    onTestFinished(async () => void (await Promise.all(servers.map((server) => server.kill()))))
    const at = { http: await freePort(), https: await freePort() }
    const proxy = await startProxy(at, ports)
    onTestFinished(proxy.stop)
    const url = `https://127.0.0.1:${at.https}`
    const post = (path: string, body: object, headers = {}) => postTo(url, path, body, headers)
    const signIn = () => signedInAt(url)
    return { url, at, proxy, ports, servers, startServer, post, signIn }
  }

  test('answer pages, sign-in and calls over https, with the proxy’s request id', async () => {
    const { url, at, servers, post, signIn } = await start()
    const plain = await fetch(`http://127.0.0.1:${at.http}/signin`, { redirect: 'manual' })
    expect([301, 302]).toContain(plain.status)
    expect(plain.headers.get('location')).toMatch(/^https:.*\/signin$/)
    const page = await fetch(`${url}/signin`)
    expect(await page.text()).toContain('<title>Orglens</title>')
    expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect((await fetch(`${url}/.env`)).status).toBe(404)
    const headers = await signIn()
    const profile = await fetch(`${url}/api/profile/`, { headers })
    expect((await profile.json()).email).toBe('admin@acme.test')
    const id = profile.headers.get('x-request-id') ?? ''
    const lines = () => servers.map((server) => server.output()).join('\n')
    await vi.waitFor(() => expect(lines()).toContain(`requestId=${id} `))
    expect(lines()).not.toContain('X-Forwarded-For arrived although')
    // What is too large is refused by the server, in its own form.
    const large = await post('invite-team-members', { emails: ['x'.repeat(1_200_000)] }, headers)
    expect(large.status).toBe(413)
    expect((await large.json()).error).toContain('1 MB')
  })

  test('log each request with its id, and no link that sets a password', async () => {
    const { url, proxy, servers } = await start()
    const paths = [
      '/reset-password/',
      '/invite/',
      '/en/confirm-address/',
      '/stop-report/',
      '/confirm-copy/',
    ]
    const ids: string[] = []
    for (const path of paths) {
      const answer = await fetch(`${url}${path}a-secret.token?and=a-secret-query`)
      ids.push(answer.headers.get('x-request-id') ?? '')
    }
    const unsubscribe = `${url}/api/reports/unsubscribe/?token=a-secret-token`
    const unsubscribed = await fetch(unsubscribe, { method: 'POST' })
    ids.push(unsubscribed.headers.get('x-request-id') ?? '')
    const page = await fetch(`${url}/signin?and=a-secret-query`)
    ids.push(page.headers.get('x-request-id') ?? '')
    await vi.waitFor(() => {
      for (const id of ids) expect(proxy.said()).toContain(id)
    })
    for (const path of paths) expect(proxy.said()).toContain(`${path}...`)
    expect(proxy.said()).toContain('/signin')
    // What a proxy says of errors is another line.
    for (const server of servers) await server.kill()
    for (const path of paths) await fetch(`${url}${path}a-secret.token`).catch(() => {})
    await fetch(unsubscribe, { method: 'POST' }).catch(() => {})
    await fetch(`${url}/healthz`).catch(() => {})
    expect(proxy.said()).not.toContain('a-secret')
  })

  test('count calls by the client’s address, whatever X-Forwarded-For it sends', async () => {
    const { post } = await start({ RATE_LIMITS: 'on' })
    const statuses: number[] = []
    for (let turn = 1; turn <= 12; turn += 1) {
      const forged = { 'x-forwarded-for': `198.51.100.${turn}`, 'x-real-ip': `198.51.100.${turn}` }
      const guess = { email: 'admin@acme.test', password: `wrong ${turn}` }
      statuses.push((await post('login', guess, forged)).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
  })

  test('are replaced one by one, with a new secret, without a failed call', async () => {
    const { url, proxy, ports, servers, startServer, post, signIn } = await start()
    // A connection a call: where nginx reads its file again, it closes those that rest.
    const headers = { ...(await signIn()), connection: 'close' }
    const failures: string[] = []
    let answered = 0
    let ended = false
    const call = async (turn: number) => {
      const invite = { emails: [`invited-${answered}-${turn}@example.test`] }
      const answer =
        turn % 2 === 0
          ? await fetch(`${url}/api/profile/`, { headers })
          : await post('invite-team-members', invite, headers)
      const text = await answer.text()
      if (answer.status === 200) answered += 1
      else failures.push(`${answer.status} ${text}`)
    }
    const load = Array.from({ length: callers }, async (_, turn) => {
      while (!ended) await call(turn).catch((error: Error) => failures.push(String(error.cause)))
    })
    const changed = { ACCESS_TOKEN_SECRET: newSecret, ACCESS_TOKEN_SECRET_ALSO_ACCEPTED: oldSecret }
    for (const [index, port] of ports.entries()) {
      proxy.leaveOut(port)
      await sleep(1_000)
      await servers[index]?.stop()
      servers[index] = await startServer(port, changed)
      proxy.takeIn()
      // Until the proxy has noticed it.
      await sleep(3_000)
    }
    ended = true
    await Promise.all(load)
    expect(failures, proxy.said()).toEqual([])
    expect(answered).toBeGreaterThan(100)
    // Who signed in before the roll still is.
    expect((await fetch(`${url}/api/profile/`, { headers })).status).toBe(200)
  })
})

/** Starts three servers behind a proxy that die after they have read a request; all go with the test. */
async function startDyingServers(startProxy: StartProxy) {
  /** The requests that reached a server, without health checks. */
  const requests: string[] = []
  const servers = [1, 2, 3].map(() =>
    createServer(async (request, response) => {
      const { method, url = '', socket } = request
      if (url.startsWith('/readyz')) return response.end()
      for await (const _part of request);
      requests.push(`${method} ${url}`)
      socket.destroy()
    }),
  )
  onTestFinished(() => {
    for (const server of servers) server.close().closeAllConnections()
  })
  const at = { http: await freePort(), https: await freePort() }
  const proxy = await startProxy(at, await Promise.all(servers.map(listenOnLoopback)))
  onTestFinished(proxy.stop)
  const session = connect(`https://127.0.0.1:${at.https}`)
  onTestFinished(() => session.destroy())
  /** Sends a request over HTTP/2. @returns the status; 'none' without an answer, where browsers send it again. */
  const send = async (method: string, path: string) => {
    const endStream = method === 'GET'
    const stream = session.request({ ':method': method, ':path': path }, { endStream })
    if (!endStream) stream.end('{"plan":"growth"}')
    const answer = once(stream, 'response') as Promise<[IncomingHttpHeaders]>
    return answer.then(
      ([headers]) => headers[':status'],
      () => 'none',
    )
  }
  return { requests, send }
}

const changes = ['POST', 'PUT', 'PATCH', 'DELETE']

describe.each(proxies)('%s, when a server dies after it has read a request', (_name, start) => {
  test.each(changes)('never repeats a %s', async (method) => {
    const { requests, send } = await startDyingServers(start)
    expect(await send(method, '/api/profile/')).toBe(502)
    expect(requests).toEqual([`${method} /api/profile/`])
  })

  test('asks the others for a page', async () => {
    const { requests, send } = await startDyingServers(start)
    await send('GET', '/signin')
    expect(requests).toEqual(['GET /signin', 'GET /signin', 'GET /signin'])
  })
})
