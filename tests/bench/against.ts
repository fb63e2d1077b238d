import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createEmptyDatabase } from '../support/postgresql'
import { withClient } from '../support/postgresql-server'
import { changesOf, type Measure, readsOf } from './measures'
import { environmentOf, prepare, type Running, start } from './running'

const run = promisify(execFile)

/** How often each version is measured, in turns. */
const rounds = 7
/** The ratio of processor time from which on a call is told of as dearer. */
const dearer = 1.1
const measured = [
  ...['profile', 'pricing', 'activity, 1,000 rows'].map((name) => `${name}, 50 connections`),
  ...['a role', 'an invitation'],
]

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
  const servers: Running[] = []
  try {
    await install(other)
    const costs: Cost[] = []
    for (const root of [other, resolve('.')]) {
      console.info(`Building ${root === other ? commit : 'this version'}`)
      await run('npm', ['run', 'build'], { cwd: root, maxBuffer: 1 << 26 })
      const own = join(directory, String(servers.length))
      mkdirSync(own)
      const server = await startPrepared(root, own, await createEmptyDatabase(databaseUrl))
      servers.push(server)
      const measures = new Map([...(await readsOf(server)), ...(await changesOf(server))])
      costs.push((name) => costOf(name, measures.get(name) as Measure))
    }
    const [before, now] = costs as [Cost, Cost]
    console.info(`\nms of the server's processor each: ${commit}, this version, ratio`)
    for (const name of measured) {
      const results = await inTurns(name, before, now)
      console.info(`${name.padEnd(40)} ${results.map((result) => result.toFixed(2)).join('  ')}`)
      if (results[2] > dearer) console.info(`  ${name} became dearer`)
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await run('git', ['worktree', 'remove', '--force', other])
  }
}

/** Uses the packages that are there if the other version has the same. */
async function install(root: string): Promise<void> {
  const lock = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
  if (lock(root) === lock('.')) symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  else await run('npm', ['ci'], { cwd: root, maxBuffer: 1 << 26 })
}

async function startPrepared(root: string, own: string, url: string): Promise<Running> {
  const environment = environmentOf(own, url)
  const program = [join(root, 'build/server/node.js')]
  await prepare(await start(own, program, environment), (use) =>
    withClient(url, (client) => use((text) => client.query(text))),
  )
  return await start(own, program, environment)
}

async function costOf(name: string, measure: Measure): Promise<number> {
  const { processor, failed } = await measure(2)
  if (failed > 0) throw new Error(`${name}: ${failed} failed`)
  return processor
}

/** Measures a call once, as ms of the server's processor. */
type Cost = (name: string) => Promise<number>

/** @returns the medians of both, and of the ratios. */
async function inTurns(name: string, before: Cost, now: Cost): Promise<[number, number, number]> {
  // Once in vain: code is compiled, and statements are prepared.
  await before(name)
  await now(name)
  const pairs: [number, number][] = []
  for (let round = 0; round < rounds; round += 1) {
    const first = round % 2 === 0 ? await before(name) : null
    const second = await now(name)
    pairs.push([first ?? (await before(name)), second])
  }
  return [
    median(pairs.map(([one]) => one)),
    median(pairs.map(([, other]) => other)),
    median(pairs.map(([one, other]) => other / one)),
  ]
}

const median = (values: number[]) =>
  values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
