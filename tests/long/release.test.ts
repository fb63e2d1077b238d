import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { version } from '../../package.json'
import { notesOf } from '../../scripts/release-notes'
import { runsOf } from '../../server/billing/papers/fonts'
import { newFolder } from '../support/folders'
import { freePort, runProgram } from '../support/program'
import { production } from '../support/settings-examples'

/** @returns the packages that the built server imports, in the order of the alphabet. */
function importedPackages(folder: string): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.js'))
  const names = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    return [
      ...text.matchAll(
        /^(?:import|export)[^'"\n]*["']((?:@[^'"/]+\/)?[^'"/]+)|import\(["']((?:@[^'"/]+\/)?[^'"/]+)/gm,
      ),
    ].map(([, atTop, later]) => atTop ?? later ?? '')
  })
  return [...new Set(names)].filter((each) => !/^(\.|node:)/.test(each)).sort()
}

const name = `orglens-${version}`

test('a release starts from its own files alone, and says its version and commit', async () => {
  runProgram('npm', ['run', '--silent', 'release', '--', `v${version}`])
  const release = 'build/release'
  const archive = readdirSync(release).find((file) => file.endsWith('.tar.gz')) ?? ''
  expect(archive).toBe(`${name}-${process.platform}-${process.arch}.tar.gz`)
  runProgram('sh', ['-c', `cd ${release} && sha256sum --check --strict SHA256SUMS`])
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  expect(readFileSync(join(release, 'notes.md'), 'utf8')).toBe(notesOf(changelog, version))

  const elsewhere = newFolder()
  runProgram('tar', ['-xzf', `${release}/${archive}`, '-C', elsewhere])
  const unpacked = join(elsewhere, name)
  const { dependencies } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'))
  const packages = Object.keys(dependencies).sort()
  const isFont = (each: string) => each.startsWith('@fontsource/')
  const imported = importedPackages(join(unpacked, 'build/server'))
  expect(packages.filter((each) => !isFont(each))).toEqual(imported)
  // PDFs read these as files. A letter of each of their subsets:
  const letters = 'AĀạΑἀАѠকकકਕಕകକகక'
  const fonts = ([400, 600] as const).flatMap((weight) =>
    runsOf(letters, weight).map(({ font }) => `@fontsource/${font}`),
  )
  const theirs = new Set(fonts.map((font) => font.split('/', 2).join('/')))
  expect([...theirs].sort()).toEqual(packages.filter(isFont))
  const folder = join(unpacked, 'node_modules')
  const installed = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  expect(installed).not.toContain('typescript')
  expect(installed.filter((path) => path.endsWith('.woff')).sort()).toEqual(fonts.sort())
  runProgram('sh', ['-c', `cd ${unpacked} && node --eval "import('pdfkit')"`])
  const readme = readFileSync(join(unpacked, 'README.md'), 'utf8')
  for (const [, link = ''] of readme.matchAll(/\]\((?!https:)([^)#]+)/g)) {
    expect(existsSync(join(unpacked, link)), link).toBe(true)
  }

  const port = await freePort()
  const server = spawn('npm', ['start'], {
    cwd: unpacked,
    env: {
      ...production,
      PATH: process.env.PATH,
      PLANS_FILE: 'server/plans/plans.json',
      PORT: String(port),
      DATA_DIR: join(elsewhere, 'data'),
    },
    stdio: 'ignore',
    detached: true,
  })
  const ended = once(server, 'exit')
  onTestFinished(async () => {
    process.kill(-(server.pid ?? 0), 'SIGTERM')
    await ended
  })
  const origin = `http://localhost:${port}`
  const isReady = async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  await vi.waitFor(isReady, { timeout: 60_000 })
  const commit = runProgram('git', 'describe --always --dirty --abbrev=12 --exclude=*'.split(' '))
  expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({
    status: 'alive',
    version,
    commit: commit.trim(),
  })
  expect(await (await fetch(`${origin}/signin`)).text()).toContain('Sign in')
})
