import { spawnSync } from 'node:child_process'
import { chromium } from '@playwright/test'

const systemBrowsers = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const configured = process.env.CHROMIUM_PATH

// A file alone proves nothing: it may lack libraries, or be a stub that wants a snap.
const starts = (program: string) =>
  spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0

/** @returns the path of the first Chromium that starts: the system's, else Playwright's. */
function firstThatStarts(): string | undefined {
  const { stdout } = spawnSync('which', systemBrowsers, { encoding: 'utf8' })
  return [...stdout.split('\n').filter(Boolean), chromium.executablePath()].find(starts)
}

/** Runs `apt-get`. Its output goes to standard error: standard output may be a report that a program reads. */
const aptGet = (...words: string[]) =>
  spawnSync('apt-get', words, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

/**
 * Finds a Chromium for the browser tests: `CHROMIUM_PATH`, else the system's, else Playwright's. If there is none,
 * installs one by `apt-get`, with the font that tests of layout need.
 * @returns the path of its program file.
 * @throws Error saying what to do if there is none, or if `CHROMIUM_PATH` doesn't start.
 */
export function findChromium(): string {
  if (configured) {
    if (starts(configured)) return configured
    throw new Error(`CHROMIUM_PATH is ${configured}, which doesn't start. Correct it, or unset it.`)
  }
  const found = firstThatStarts()
  if (found) return found
  aptGet('update')
  aptGet('install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation')
  const installed = firstThatStarts()
  if (installed) return installed
  throw new Error(
    'There is no Chromium. Run `npx playwright install --with-deps chromium`, or set CHROMIUM_PATH to one.',
  )
}
