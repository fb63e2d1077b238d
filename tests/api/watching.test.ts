import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { demoBuyer } from '../../server/demo/demo'
import { commit, version } from '../../server/node/watch/version'
import { refusal, startMailServer } from '../support/mail-server'
import { phoneOf } from '../support/phone'
import { postTo } from '../support/post-to'
import { startDemoHost } from '../support/running-host'

type Line = { message: string } & Record<string, unknown>

async function start(environment: Record<string, string>) {
  const lines: Line[] = []
  const write = (message: string, details?: object) => void lines.push({ ...details, message })
  const settings = { RATE_LIMITS: 'on', ...environment }
  const host = await startDemoHost(settings, { info: write, error: write })
  onTestFinished(host.stop)
  const post = (path: string, body: object, headers = {}) => postTo(host.url, path, body, headers)
  return { url: host.url, lines, post }
}

function metricsOf(lines: Line[]) {
  const told = lines.map(({ message }) => /^Metrics are at (\S+)$/.exec(message)?.[1])
  return fetch(String(told.find(Boolean)))
}

test('each request logs a line with caller and call; no line has secrets, codes or email addresses, even of failed mails', async () => {
  const mailServer = await startMailServer({
    checkRecipient(address) {
      throw refusal(address.startsWith('invited') ? 550 : 451, `<${address}>: ${address} refused`)
    },
  })
  onTestFinished(mailServer.stop)
  const { url, lines, post } = await start({
    TWO_FACTOR_KEY: 'a key that the log must not contain',
    MAIL_DELIVERY: 'smtp',
    SMTP_URL: mailServer.url,
    SMTP_TLS: 'optional',
    MAIL_FROM: 'Orglens <mail@orglens.test>',
    METRICS_PORT: '0',
  })
  const [email, password] = ['admin@globex.test', 'orglens-demo']
  const wrong = 'a-wrong-password'
  const linked = 'a-token-of-a-link'
  const { access, refresh } = await (await post('login', { email, password })).json()
  const authorization = { authorization: `Bearer ${access}` }
  await fetch(`${url}/api/profile/`, { headers: authorization })
  await post('login', { email, password: wrong })
  await post('login', { email: 'nobody@globex.test', password })
  await post('reset-password', { reset_token: linked, new_password: wrong })
  const { secret, uri } = await (await post('two-factor/begin', { password }, authorization)).json()
  const phone = phoneOf(uri)
  const [first, next] = [phone.next(), phone.next()]
  const confirmed = await post('two-factor/confirm', { code: first }, authorization)
  const { recovery_codes } = await confirmed.json()
  const [used, other] = recovery_codes as string[]
  for (const one_time_code of [undefined, next, used, used, 'nonsense']) {
    await post('login', { email, password, one_time_code })
  }
  await post('two-factor/remove', { password, code: other }, authorization)
  await post('token/refresh', { refresh })
  await post('invite-team-members', { emails: ['invited@globex.test'] }, authorization)
  await fetch(`${url}/reset-password/${linked}`)
  await fetch(`${url}/api/${linked}/?access=${access}`)

  const requests = lines.filter(({ message }) => message === 'Request')
  const userId = requests.find(({ route }) => route === 'getProfile')?.userId
  expect(userId).toEqual(expect.any(String))
  // A sign-in's line names the user it was for, let in or refused, and nobody where there is no account.
  expect(
    requests.map((line) => [`${line.method} ${line.route} ${line.status}`, line.userId]),
  ).toEqual([
    ['POST login 200', userId],
    ['GET getProfile 200', userId],
    ['POST login 401', userId],
    ['POST login 404', undefined],
    ['POST resetPassword 422', undefined],
    ['POST beginTwoFactor 200', userId],
    ['POST confirmTwoFactor 200', userId],
    ...[422, 200, 200, 422, 422].map((status) => [`POST login ${status}`, userId]),
    ['POST removeTwoFactor 204', userId],
    ['POST refreshToken 200', undefined],
    ['POST inviteTeamMembers 200', userId],
    ['GET site 404', undefined],
    ['GET unknown 404', undefined],
  ])
  // To the admin about the second factor, and to whom they invite.
  const failed = () => lines.filter(({ message }) => message.startsWith('A mail could not'))
  await vi.waitFor(() => expect(failed().length).toBeGreaterThan(2), { timeout: 10_000 })
  expect(failed().map(({ error }) => error)).toContainEqual(expect.stringContaining('refused'))
  const words = [password, wrong, linked, access, refresh, secret, first, next, 'nonsense']
  for (const word of [...words, ...recovery_codes, 'globex.test', 'invited', 'must not contain']) {
    expect(JSON.stringify(lines)).not.toContain(word)
  }
  // An alert goes by it.
  const failures =
    'orglens_service_call_duration_seconds_count{service="mail",call="send",outcome="failure"}'
  expect(await (await metricsOf(lines)).text()).toContain(failures)
})

test('metrics have their own port, and identify nobody', async () => {
  const { url, lines, post } = await start({ METRICS_PORT: '0' })
  const signedIn = await post('login', { email: demoBuyer.email, password: 'orglens-demo' })
  const { access } = await signedIn.json()
  const order = { plan_id: 'plan_scale_monthly_usd' }
  await post('create-subscription', order, { authorization: `Bearer ${access}` })
  await fetch(`${url}/api/a-made-up-call/`)
  const answer = await metricsOf(lines)
  expect(answer.headers.get('content-type')).toContain('version=0.0.4')
  const text = await answer.text()
  for (const line of [
    'orglens_request_duration_seconds_count{route="login",status="200"} 1',
    'orglens_request_duration_seconds_count{route="unknown",status="404"} 1',
    // In seconds: hashing a password takes more than ten ms.
    'orglens_request_duration_seconds_bucket{le="10",route="login",status="200"} 1',
    'orglens_service_call_duration_seconds_count{service="passwords",call="verify",outcome="success"} 1',
    'orglens_service_call_duration_seconds_count{service="payments",call="createSubscription",outcome="success"} 1',
    'orglens_oldest_work_age_seconds{kind="mail"} 0',
    `orglens_build_info{version="${version}",commit="${commit}",node="${process.version}"} 1`,
    'process_resident_memory_bytes',
  ]) {
    expect(text).toContain(line)
  }
  expect(text).not.toMatch(/acme|globex/)
  const dashboard = readFileSync('deploy/grafana/orglens.json', 'utf8')
  const shown = dashboard.match(/\b(?:orglens|process|nodejs)_\w+/g) ?? []
  expect(shown.filter((name) => !text.includes(`\n${name}`))).toEqual([])
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
})
