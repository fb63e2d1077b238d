/**
 * `npm test`: all checks, in order, up to the first step that fails.
 *
 * `npm test -- unit screens` runs only the named steps; `npm test -- screens profile` runs of those
 * only the test files whose path contains one of the other words:
 *
 *   lint          format, lint (`npm run format` mends what it can), and nothing that is unused
 *   types         TypeScript
 *   migrations    the committed migrations bring a database to the schema
 *   architecture  the rules of docs/architecture.md
 *   changed       of the tests of units, screens and the API in memory those that a change concerns, for 30 s; only
 *                 where it is named, as `npm run check` does
 *   unit, screens, api
 *   commands      the commands of the README, each walked through in a real browser
 *   build         production, unless `commands` has built it, and the demo; the committed
 *                 route tree is up to date
 *   site          what the production build contains, and how much of it (after `build`)
 *   browser       both hosts in a real browser (after `build`)
 *
 * On success the last line is 'N passed, N failed', the sum over all tests. A skipped test is a
 * failure.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BaseSequencer, createVitest } from 'vitest/node'
import { type Counts, countPlaywright, countVitest, failureOf } from './test-report'

/** The result of a step, which succeeded if there is no `failure`. */
interface Outcome {
  failure?: string
  counts?: Counts
}

const running = new Set<ChildProcess>()

/** Runs a command to its end, its output shown. @returns whether it succeeded. */
async function run(command: string, ...args: string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  running.add(child)
  const code = await new Promise((done, fail) => child.on('error', fail).on('close', done))
  running.delete(child)
  return code === 0
}

/** Runs a program of node_modules. Not by npx, because killing npx leaves its child running. */
const tool = (file: string, ...args: string[]) =>
  run(process.execPath, `node_modules/${file}`, ...args)

const outcome = (succeeded: boolean, failure: string): Outcome => (succeeded ? {} : { failure })

async function lint(): Promise<Outcome> {
  const [isClean, isUsed] = await Promise.all([
    tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings'),
    tool('knip/bin/knip.js', '--no-progress'),
  ])
  if (!isClean) return { failure: '`npm run format` mends what can be mended by itself.' }
  return outcome(isUsed, 'Remove what knip says is unused, or use it.')
}

async function types(): Promise<Outcome> {
  return outcome(await tool('typescript/bin/tsc', '--noEmit'), 'Types do not agree.')
}

/** Generates on a copy, so that a failure leaves nothing behind. */
async function migrations(): Promise<Outcome> {
  const copy = 'build/migrations-check'
  mkdirSync('build', { recursive: true })
  rmSync(copy, { recursive: true, force: true })
  cpSync('server/store/migrations', copy, { recursive: true })
  const [schema, target] = ['--schema=./server/!(app)/**/tables.ts', `--out=${copy}`]
  const isValid = await tool('drizzle-kit/bin.cjs', 'check')
  const generate = ['node_modules/drizzle-kit/bin.cjs', 'generate', '--dialect=postgresql']
  const { stdout, stderr } = spawnSync(process.execPath, [...generate, schema, target], {
    encoding: 'utf8',
  })
  console.log(stdout + stderr)
  rmSync(copy, { recursive: true })
  // Not by its exit code: without a terminal to ask about a renamed column, it ends with 0.
  const isUpToDate = stdout.includes('No schema changes')
  const todo = 'Run `npm run generate:migrations` and commit what it writes.'
  return outcome(isValid && isUpToDate, todo)
}

/** Whether `npm start` has been built here. */
let commandsHaveBuilt = false

async function commands(words: string[]): Promise<Outcome> {
  const tried = await browserTests('commands', 'playwright.commands.config.ts')(words)
  commandsHaveBuilt = words.length === 0 && tried.failure === undefined
  return tried
}

const routeTree = () => readFileSync('src/routeTree.gen.ts', 'utf8')

async function build(): Promise<Outcome> {
  const succeeded =
    (commandsHaveBuilt || (await run('npm', 'run', 'build'))) &&
    (await run('npm', 'run', 'build:demo', '--', '/orglens/'))
  if (succeeded && routeTree() !== committedRouteTree) {
    return { failure: 'src/routeTree.gen.ts was out of date. It has been written: commit it.' }
  }
  return outcome(succeeded, 'The build failed.')
}

/** Runs tests that write a JSON report, and judges by the report and the runner's exit code. */
async function tests(
  name: string,
  start: (report: string) => Promise<boolean>,
  count: (report: string) => Counts,
): Promise<Outcome> {
  const report = `test-results/${name}.json`
  rmSync(report, { force: true })
  const succeeded = await start(report)
  if (!existsSync(report)) return { failure: 'The tests could not be run.' }
  const counts = count(readFileSync(report, 'utf8'))
  const failure = failureOf(succeeded, counts)
  return failure === null ? { counts } : { failure, counts }
}

/** @param project a project of vitest.config.ts; projects named after it, with a dash and more, run too. */
const vitest = (project: string) => (words: string[]) =>
  tests(
    project,
    (report) =>
      tool(
        'vitest/vitest.mjs',
        ...['run', '--project', project, '--project', `${project}-*`, '--reporter=default'],
        ...['--reporter=json', `--outputFile.json=${report}`, ...words],
      ),
    countVitest,
  )

/** @param config a file of Playwright's settings. @param name the name of its report. */
const browserTests = (name: string, config: string) => (words: string[]) =>
  tests(
    name,
    () => tool('@playwright/test/cli.js', 'test', `--config=${config}`, ...words),
    countPlaywright,
  )

/** Milliseconds for the tests of a change. `npm run check` then takes less than a minute. */
const timeoutOfChanged = 30_000

/** Runs the tests that a change concerns, compared with the main branch. Stops when they take too long. */
async function changed(): Promise<Outcome> {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()
  const [main = 'HEAD'] = git('branch', '--all', '--list', '--format=%(refname)', 'main', '*/main')
    .split('\n')
    .sort()
  const vitest = await createVitest('test', {
    watch: false,
    changed: git('merge-base', 'HEAD', main || 'HEAD'),
    project: ['unit', 'screens', 'api-memory'],
    // The longest ones first would leave no time for the others.
    sequence: { sequencer: BaseSequencer },
  })
  let isCutShort = false
  const timer = setTimeout(() => {
    isCutShort = true
    void vitest.cancelCurrentRun('keyboard-input')
  }, timeoutOfChanged)
  // Without files, `start` fails.
  if ((await vitest.getRelevantTestSpecifications()).length > 0) await vitest.start()
  clearTimeout(timer)
  const tests = vitest.state.getTestModules().flatMap((file) => [...file.children.allTests()])
  const count = (state: string) => tests.filter((test) => test.result().state === state).length
  const counts = { passed: count('passed'), failed: count('failed'), skipped: 0 }
  const failures = vitest.state.getCountOfFailedTests() + vitest.state.getUnhandledErrors().length
  await vitest.close()
  if (isCutShort) console.log('There are more: `npm test -- unit screens api` tries all.')
  return failures > 0 ? { failure: 'Tests failed.', counts } : { counts }
}

/** Each gets the words that select its test files; none means all. */
const steps: Record<string, (words: string[]) => Promise<Outcome>> = {
  lint,
  types,
  migrations,
  architecture: vitest('architecture'),
  changed,
  unit: vitest('unit'),
  screens: vitest('screens'),
  api: vitest('api'),
  commands,
  build,
  site: vitest('site'),
  browser: browserTests('browser', 'playwright.config.ts'),
}

process.chdir(fileURLToPath(new URL('../', import.meta.url)))
const committedRouteTree = routeTree()

const parameters = process.argv.slice(2)
const wanted = parameters.filter((name) => name in steps)
const words = parameters.filter((name) => !(name in steps))
const testFiles = readdirSync('tests', { recursive: true }).map(String)
const unknown = words.filter((word) => !testFiles.some((file) => file.includes(word)))
if (unknown.length > 0 || (words.length > 0 && wanted.length === 0)) {
  console.error(
    `${words.join(', ')}: not a step, nor part of the path of a test file after a step. Steps: ${Object.keys(steps).join(', ')}.`,
  )
  process.exit(2)
}

// Waits for child processes, so that no server outlives the tests. All of them
// end in order on SIGINT, which a terminal sends to them itself; Playwright does so on no other signal.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {
  for (const child of running) child.kill('SIGINT')
})

const total = { passed: 0, failed: 0 }
let failed: string | null = null
const started = performance.now()
const secondsSince = (time: number) => `${((performance.now() - time) / 1000).toFixed(1)} s`

for (const [name, step] of Object.entries(steps)) {
  if (wanted.length > 0 ? !wanted.includes(name) : name === 'changed') continue
  console.log(`\n=== ${name}`)
  const stepStarted = performance.now()
  const { failure, counts } = await step(words).catch(
    (error: unknown): Outcome => ({ failure: String(error) }),
  )
  total.passed += counts?.passed ?? 0
  total.failed += counts?.failed ?? 0
  console.log(`=== ${name}: ${secondsSince(stepStarted)}`)
  if (failure !== undefined) {
    failed = `The step '${name}' failed. ${failure}`
    break
  }
}
console.log(`\nIn all: ${secondsSince(started)}`)
if (total.passed + total.failed > 0) console.log(`${total.passed} passed, ${total.failed} failed`)
if (failed !== null) {
  console.log(failed)
  process.exitCode = 1
}
