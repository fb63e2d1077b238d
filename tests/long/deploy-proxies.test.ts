import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { diagnose } from '../support/doctor'
import { demoLogin, postTo } from '../support/post-to'
import { createDatabase } from '../support/postgresql'
import { freePort } from '../support/program'
import { proxies, putSite } from '../support/proxies'
import { type ServerProcess, startServerProcess } from '../support/server-process'

const oldSecret = 'the old secret, which signed so far'
const newSecret = 'the new secret, which signs from now'

test.each(proxies)(
  'three servers behind %s answer, are in order by the doctor, log no secret, and are replaced one by one, with a new secret, without a failed call',
  async (_name, startProxy) => {
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
    const url = `https://127.0.0.1:${at.https}`
    // A connection a call: where nginx reads its file again, it closes those that rest.
    const close = { connection: 'close' }
    const get = (path: string, headers: Record<string, string> = close) =>
      fetch(url + path, { headers })

    const plain = await fetch(`http://127.0.0.1:${at.http}/signin`, { redirect: 'manual' })
    expect([301, 302]).toContain(plain.status)
    expect(plain.headers.get('location')).toMatch(/^https:.*\/signin$/)
    const page = await get('/signin')
    expect(await page.text()).toContain('<title>Orglens</title>')
    expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect((await get('/.env')).status).toBe(404)
    const { access } = await (await postTo(url, 'login', demoLogin, close)).json()
    const headers = { ...close, authorization: `Bearer ${access}` }
    const profile = await get('/api/profile/', headers)
    expect(profile.status).toBe(200)
    const id = profile.headers.get('x-request-id') ?? ''
    const lines = () => servers.map((server) => server.output()).join('\n')
    await vi.waitFor(() => expect(lines()).toContain(`requestId=${id} `))
    expect(lines()).not.toContain('X-Forwarded-For arrived although')
    const { appUrl, proxies: known } = await diagnose({
      APP_URL: url,
      ACCESS_TOKEN_SECRET: oldSecret,
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    })
    expect([appUrl?.result, known?.result]).toEqual(['ok', 'ok'])
    await get('/reset-password/a-secret.token?and=a-secret-query')
    await vi.waitFor(() => expect(proxy.said()).toContain('/reset-password/...'))
    expect(proxy.said()).toContain(id)
    expect(proxy.said()).not.toContain('a-secret')

    const failures: string[] = []
    let ended = false
    const call = async (turn: number) => {
      const invite = { emails: [`invited-${Math.random()}@example.test`] }
      const answer =
        turn % 2 === 0
          ? await get('/api/profile/', headers)
          : await postTo(url, 'invite-team-members', invite, headers)
      const text = await answer.text()
      if (answer.status !== 200) failures.push(`${answer.status} ${text}`)
    }
    const load = Array.from({ length: 6 }, async (_, turn) => {
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
    // Who signed in before the roll still is.
    expect((await get('/api/profile/', headers)).status).toBe(200)
  },
)
