import { spawnSync } from 'node:child_process'
import { chromium } from '@playwright/test'

const systemBrowsers = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
/** A headless shell has no windows: tests take a third less time in it. */
const systemShells = ['chromium-headless-shell', 'chrome-headless-shell']
const playwrightBrowser = chromium.executablePath()
// Playwright has no call for its headless shell's path, which has the same form as its browser's.
const playwrightShell = playwrightBrowser.replace(
  /chromium-(\d+)([\\/])chrome-([^\\/]+).*$/,
  'chromium_headless_shell-$1$2chrome-headless-shell-$3$2chrome-headless-shell',
)

const configured = process.env.CHROMIUM_PATH

// A file alone proves nothing: it may lack libraries, or be a stub that wants a snap.
const starts = (program: string) =>
  spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0

/** @returns the path of the first program that starts: one of the system's commands, else the one at `path`. */
function firstThatStarts(commands: string[], path: string): string | undefined {
  const { stdout } = spawnSync('which', commands, { encoding: 'utf8' })
  return [...stdout.split('\n').filter(Boolean), path].find(starts)
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
  const found = firstThatStarts(systemBrowsers, playwrightBrowser)
  if (found) return found
  aptGet('update')
  aptGet('install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation')
  const installed = firstThatStarts(systemBrowsers, playwrightBrowser)
  if (installed) return installed
  throw new Error(
    'There is no Chromium. Run `npx playwright install --with-deps chromium`, or set CHROMIUM_PATH to one.',
  )
}

/**
 * Finds the headless shell, in which most browser tests run: the system's, else Playwright's. Installs none.
 * @param browser the full Chromium, used if there is no shell, or if `CHROMIUM_PATH` is set.
 * @returns the path of its program file.
 */
export const findHeadlessShell = (browser: string): string =>
  (configured ? undefined : firstThatStarts(systemShells, playwrightShell)) ?? browser
