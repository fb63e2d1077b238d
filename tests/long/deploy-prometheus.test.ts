import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { sandboxWebhookSecret } from '../../server/payments/sandbox/sandbox'
import { sign } from '../../server/payments/signatures'
import { newFolder } from '../support/folders'
import { demoLogin, postTo } from '../support/post-to'
import { createDatabase } from '../support/postgresql'
import { freePort, startProgram } from '../support/program'
import { serverForTest } from '../support/server-process'

const folder = 'deploy/prometheus'

test('every panel of the dashboard shows data of a real server', async () => {
  const metricsPort = await freePort()
  const server = await serverForTest({
    DATABASE_URL: await createDatabase(inject('postgresqlUrl')),
    METRICS_PORT: String(metricsPort),
  })

  const directory = newFolder()
  const port = await freePort()
  const config = readFileSync(`${folder}/prometheus.yml`, 'utf8')
    .replace(/targets: .*/, `targets: ['127.0.0.1:${metricsPort}']`)
    .replaceAll('15s', '1s')
    .replace('orglens.rules.yml', resolve(folder, 'orglens.rules.yml'))
  writeFileSync(join(directory, 'prometheus.yml'), config)
  const url = `http://127.0.0.1:${port}`
  const prometheus = await startProgram(
    'prometheus',
    [
      `--config.file=${directory}/prometheus.yml`,
      `--storage.tsdb.path=${directory}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    `${url}/-/ready`,
  )
  onTestFinished(prometheus.stop)

  const use = async () => {
    await postTo(server.url, 'login', demoLogin)
    await fetch(`${server.url}/api/payments/webhook/`, {
      method: 'POST',
      headers: { 'x-razorpay-signature': await sign('{}', sandboxWebhookSecret) },
      body: '{}',
    })
  }
  const query = async (expr: string) => {
    const asked = expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*')
    const answer = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(asked)}`)
    const { status, data } = await answer.json()
    expect(status, expr).toBe('success')
    return data.result as { value: [number, string] }[]
  }
  const { panels } = JSON.parse(readFileSync('deploy/grafana/orglens.json', 'utf8'))
  expect(panels.length).toBeGreaterThan(10)
  await vi.waitFor(
    async () => {
      await use()
      for (const { title, targets } of panels) {
        for (const { expr } of targets) {
          const shown = (await query(expr)).filter(({ value }) => value[1] !== 'NaN')
          expect(shown, `${title}: ${expr}`).not.toEqual([])
        }
      }
    },
    { interval: 1_000, timeout: 60_000 },
  )
  expect(await query('ALERTS{alertstate="firing"}')).toEqual([])
})
