import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createEmptyDatabase, withClient } from '../support/postgresql'
import { credentials, environmentOf, load, prepare, type Running, start } from './running'
import { createChangeMeasures, post } from './writes'

const run = promisify(execFile)

/** How often each version is measured, in turns. */
const rounds = 7
/** What is told: a call that takes this much more of the processor. */
const dearer = 1.1

/** Measures a kind of call once, as ms of the server's processor. */
type Measure = () => Promise<number>

/**
 * Builds another version, and measures it and this one in turns on PostgreSQL. Prints each call's cost, and what became
 * more than a tenth dearer.
 * @param commit whose server takes the same settings, and whose API has the measured calls.
 * @param databaseUrl of a PostgreSQL in which databases can be made.
 * @param directory for what is built and written.
 * @throws Error if a version can't be built, or refuses a call.
 */
export async function compareWith(
  commit: string,
  databaseUrl: string,
  directory: string,
): Promise<void> {
  const other = join(directory, 'other')
  await run('git', ['worktree', 'add', '--detach', other, commit])
  try {
    await install(other)
    const versions = [other, resolve('.')]
    for (const root of versions) {
      console.info(`Building ${root === other ? commit : 'this version'}`)
      await run('npm', ['run', 'build'], { cwd: root, maxBuffer: 1 << 26 })
    }
    await compare(commit, versions, databaseUrl, directory)
  } finally {
    await run('git', ['worktree', 'remove', '--force', other])
  }
}

/** Uses the packages that are there if the other version has the same. */
async function install(root: string): Promise<void> {
  const lock = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
  if (lock(root) === lock('.')) symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  else await run('npm', ['ci'], { cwd: root, maxBuffer: 1 << 26 })
}

async function compare(
  commit: string,
  roots: readonly string[],
  databaseUrl: string,
  directory: string,
): Promise<void> {
  const servers: Running[] = []
  const measures: Map<string, Measure>[] = []
  try {
    for (const [nth, root] of roots.entries()) {
      const own = join(directory, String(nth))
      mkdirSync(own)
      const server = await startPrepared(root, own, await createEmptyDatabase(databaseUrl))
      servers.push(server)
      measures.push(await measuresOf(server))
    }
    const [before, now] = measures as [Map<string, Measure>, Map<string, Measure>]
    console.info(`\nms of the server's processor each: ${commit}, this version, ratio`)
    for (const [name, measureBefore] of before) {
      const results = await inTurns(measureBefore, now.get(name) as Measure)
      console.info(`${name.padEnd(24)} ${results.map((result) => result.toFixed(2)).join('  ')}`)
      if (results[2] > dearer) console.info(`  ${name} became dearer`)
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

async function startPrepared(root: string, own: string, url: string): Promise<Running> {
  const environment = environmentOf(own, url)
  const program = [join(root, 'build/server/node.js')]
  await prepare(await start(own, program, environment), (use) =>
    withClient(url, (client) => use((text) => client.query(text))),
  )
  return await start(own, program, environment)
}

async function measuresOf(server: Running): Promise<Map<string, Measure>> {
  const answer = await post(server.url, '/api/login/', credentials)
  const { access } = (await answer.json()) as { access: string }
  const reading = (path: string, amount: number, connections: number) => async () => {
    const before = server.processorTime()
    const target = { server, path, headers: { authorization: `Bearer ${access}` } }
    const { non2xx, errors } = await load(target, ['-c', String(connections), '-a', String(amount)])
    if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} refused, ${errors} failed`)
    return (server.processorTime() - before) / amount
  }
  const changes = await createChangeMeasures(server)
  return new Map([
    ['a profile', reading('/api/profile/', 4000, 50)],
    ['the price list', reading('/api/pricing/', 4000, 50)],
    ['1,000 rows of activity', reading('/api/subscription-activity/', 200, 10)],
    ['a role', () => changes.role(2)],
    ['an invitation', () => changes.invite(2)],
  ])
}

/** @returns the medians of both, and of the ratios. */
async function inTurns(before: Measure, now: Measure): Promise<[number, number, number]> {
  // Once in vain: code is compiled, and statements are prepared.
  await before()
  await now()
  const pairs: [number, number][] = []
  for (let round = 0; round < rounds; round += 1) {
    const first = round % 2 === 0 ? await before() : null
    const second = await now()
    pairs.push([first ?? (await before()), second])
  }
  return [
    median(pairs.map(([one]) => one)),
    median(pairs.map(([, other]) => other)),
    median(pairs.map(([one, other]) => other / one)),
  ]
}

const median = (values: number[]) =>
  values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
