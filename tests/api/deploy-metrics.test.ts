import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { putEmptyDatabase } from '../support/pglite'
import { startDemoHost } from '../support/running-host'

interface Panel {
  title: string
  targets: { expr: string }[]
}

const files = {
  rules: readFileSync('deploy/prometheus/orglens.rules.yml', 'utf8').replace(
    /^\s*(#|action:|summary:).*$/gm,
    '',
  ),
  'tests of the rules': readFileSync('deploy/prometheus/orglens.rules.test.yml', 'utf8').replace(
    /^#.*$/gm,
    '',
  ),
  dashboard: (JSON.parse(readFileSync('deploy/grafana/orglens.json', 'utf8')).panels as Panel[])
    .flatMap(({ targets }) => targets.map(({ expr }) => expr))
    .join('\n'),
}

/** The measures of a server of each database. */
let measures = ''

beforeAll(async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'orglens-metrics-'))
  await putEmptyDatabase(DATA_DIR)
  const both = [await measuresOf({}), await measuresOf({ DATA_DIR, DATABASE_URL: '' })]
  rmSync(DATA_DIR, { recursive: true })
  measures = both.join('\n')
})

/** Starts a server and does a little with it. @returns its measures, as Prometheus reads them. */
async function measuresOf(settings: Record<string, string>): Promise<string> {
  let address = ''
  const log = {
    info(message: string) {
      address = /^Metrics are at (\S+)/.exec(message)?.[1] ?? address
    },
    error() {},
  }
  const host = await startDemoHost({ METRICS_PORT: '0', ...settings }, log)
  await host.signInAdmin()
  const text = await (await fetch(address)).text()
  await host.stop()
  return text
}

test('alerts and dashboard query only metrics and labels that a server has', async () => {
  const names = new Set([...measures.matchAll(/^([a-z_0-9]+)[{ ]/gm)].map(([, name]) => name))
  const labelsOf = (name: string) =>
    new Set(
      [...measures.matchAll(new RegExp(`^${name}\\{(.*)\\} `, 'gm'))].flatMap(([, labels = '']) =>
        [...labels.matchAll(/([a-z_]+)="/g)].map(([, label]) => label),
      ),
    )
  for (const [file, queries] of Object.entries(files)) {
    const asked = [
      ...queries.matchAll(/\b((?:orglens|process|nodejs)_[a-z_0-9]+)(?:\{([^}]*)\})?/g),
    ]
    expect(asked.length, file).toBeGreaterThan(10)
    for (const [, name = '', selector = ''] of asked) {
      expect(names, `${file} asks for ${name}`).toContain(name)
      const given = [...selector.matchAll(/([a-z_]+)(?:=|!)/g)].map(([, label]) => label ?? '')
      // These are Prometheus's own.
      const own = given.filter((label) => label !== 'job' && label !== 'instance')
      for (const label of own)
        expect(labelsOf(name), `${file}: ${name} by ${label}`).toContain(label)
    }
  }
})

test('each kind of work and connection that they name exists', async () => {
  const kinds = new Set([...measures.matchAll(/kind="([a-z]+)"/g)].map(([, kind]) => kind))
  const named = Object.values(files).flatMap((queries) =>
    [...queries.matchAll(/kind(?:=|=~|!~)"([a-z|]+)"/g)].flatMap(([, kind = '']) =>
      kind.split('|'),
    ),
  )
  expect(named.length).toBeGreaterThan(6)
  expect(named.filter((kind) => !kinds.has(kind))).toEqual([])
})
