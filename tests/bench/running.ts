/** The servers that `npm run bench:server` measures. */
import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bundledPlans } from '../../server/plans/plans'

export const secret = 'a secret of the bench, at least 32 long'
/** Of the demo organisation's admin. */
export const credentials = { email: 'admin@acme.test', password: 'orglens-demo' }
/** How many organisations change at once. */
export const callers = 20
export const emailOf = (nth: number) => `admin@bench-${nth}.test`
export const password = 'a password of the bench'

export const post = (url: string, path: string, body: object, access = '') =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
    body: JSON.stringify(body),
  })

export interface Running {
  url: string
  /** Time on a processor so far, in ms: other than a rate, it hardly depends on what else runs. */
  processorTime: () => number
  stop: () => Promise<void>
}

/** @param program beside this file. @returns Node's arguments that run it. */
export const fromSource = (program: string) => [
  ...['--import', import.meta.resolve('tsx')],
  fileURLToPath(new URL(program, import.meta.url)),
]

/** @param directory of what the servers write. @returns the settings of a measured server. */
export function environmentOf(directory: string, databaseUrl: string | undefined) {
  // Plans without limits: every invitation finds a place.
  const plansFile = join(directory, 'plans.json')
  const plans = bundledPlans.map(({ limits: _limits, ...plan }) => plan)
  writeFileSync(plansFile, JSON.stringify({ plans }))
  return {
    PORT: '0',
    RATE_LIMITS: 'off',
    LOG_FORMAT: 'json',
    ACCESS_TOKEN_SECRET: secret,
    DATA_DIR: join(directory, 'data'),
    PLANS_FILE: plansFile,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
}

/**
 * @param directory where it starts, and its output goes.
 * @param program Node's arguments.
 * @throws Error with its output if it ends at once.
 */
export async function start(
  directory: string,
  program: readonly string[],
  environment: Record<string, string>,
): Promise<Running> {
  const output = join(directory, 'output')
  const file = openSync(output, 'w')
  const child = spawn(process.execPath, program, {
    cwd: directory,
    stdio: ['ignore', file, file],
    env: { PATH: process.env.PATH, ...environment },
  })
  closeSync(file)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (;;) {
    const text = readFileSync(output, 'utf8')
    const url = /Orglens is at (http[^"\s]+)/.exec(text)?.[1]
    const processorTime = () => {
      // proc(5): user and system time, in hundredths of a second.
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' ')
      return (Number(fields[13]) + Number(fields[14])) * 10
    }
    const stop = () => {
      child.kill('SIGTERM')
      return ended
    }
    if (url) return { url: url.replace('localhost', '127.0.0.1'), processorTime, stop }
    if (child.exitCode !== null) throw new Error(text)
    await sleep(50)
  }
}

type Query = (text: string) => Promise<unknown>

/** Subscribes the demo organisation of a new server, gives it a past of 1,000 plans, and founds those that write. */
export async function prepare(
  server: Running,
  withDatabase: (use: (query: Query) => Promise<void>) => Promise<void>,
): Promise<void> {
  const ask = async (path: string, body: object, token?: string) => {
    const answer = await post(server.url, path, body, token)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return await answer.json()
  }
  const { access } = await ask('/api/login/', credentials)
  const bought = { plan_id: 'plan_starter_monthly_usd' }
  const { subscription_id } = await ask('/api/create-subscription/', bought, access)
  const { razorpay_payment_id, razorpay_signature } = await ask('/sandbox/pay', { subscription_id })
  const payment = { subscription_id, razorpay_payment_id, razorpay_signature }
  await ask('/api/verify-subscription/', payment, access)
  for (let nth = 0; nth < callers; nth += 1) {
    const admin = { fullname: 'An Admin', email: emailOf(nth), password }
    await ask('/api/signup/', { ...admin, organization: `Bench ${nth}` })
  }
  await server.stop()
  await withDatabase(async (query) => {
    // A member beside each admin.
    await query(`
      create temp table member as select * from users where email like 'admin@bench-%';
      update member set id = 'member-' || id, email = 'member-' || email, is_admin = false,
        email_key = 'member-' || email_key;
      insert into users select * from member;`)
    await query(`
      create temp table past as select * from subscriptions where state = 'live' limit 1;
      update past set state = 'cancelled', ended_at = now();
      do $$ begin for n in 1..1000 loop
        update past set id = 'past_' || n; insert into subscriptions select * from past;
      end loop; end $$;`)
  })
}
