import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** The machine, injected for tests. */
export interface Machine {
  environment: Readonly<Record<string, string | undefined>>
  /** Whether packages can be installed for the whole system. */
  isRoot: boolean
  /** The path of Playwright's own Chromium, whether or not it exists. */
  playwrightChromium: string
  /** The same of its headless shell. */
  playwrightHeadlessShell: string
  /** @returns the full path of a command on PATH, or null. */
  locate(command: string): string | null
  /** @returns whether the program at `path` exists and starts. */
  starts(path: string): boolean
  /** @returns whether a font with Arial's metrics is there, which the app shows until its own has come. */
  hasFont(): boolean
  /** Runs a command to its end, its output shown. @returns whether it succeeded. */
  run(command: string, args: readonly string[]): boolean
  /** Prints progress. */
  say(message: string): void
}

const systemCommands = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** How each package manager installs packages without asking, and what it calls Liberation, the free Arial. */
const packageManagers = {
  'apt-get': {
    commands: [['update'], ['install', '-y', '--no-install-recommends']],
    font: 'fonts-liberation',
  },
  dnf: { commands: [['install', '-y']], font: 'liberation-sans-fonts' },
  apk: { commands: [['add', '--no-cache']], font: 'font-liberation' },
}

/** A Chromium without windows: tests take a third less time. */
const headlessShells = ['chromium-headless-shell', 'chrome-headless-shell']
const playwrightCli = createRequire(import.meta.url).resolve('@playwright/test/cli')

const advice = `No Chromium was found and none could be installed. Do one of these, then run the tests again:
  - npx playwright install --with-deps chromium
  - install your system's package, for instance: sudo apt-get install chromium
  - set CHROMIUM_PATH to the program file of a Chromium or Chrome`

function firstThatStarts(machine: Machine, commands: string[], playwrights: string): string | null {
  const candidates = [...commands.map(machine.locate), playwrights]
  return candidates.find((path) => path !== null && machine.starts(path)) ?? null
}

const existingChromium = (machine: Machine) =>
  firstThatStarts(machine, systemCommands, machine.playwrightChromium)

/** Ways to install it, in order; yields after each, to check for success. */
function* install(machine: Machine): Generator<void> {
  const playwright = (...args: string[]) => machine.run(process.execPath, [playwrightCli, ...args])
  const downloaded = playwright('install', 'chromium')
  yield
  if (!machine.isRoot) return
  if (downloaded) {
    playwright('install-deps', 'chromium')
    yield
  }
  for (const _manager of installPackage(machine, () => 'chromium')) yield
}

/** Installs a package for the whole system; yields after each package manager that has done so. */
function* installPackage(
  machine: Machine,
  nameOf: (manager: { font: string }) => string,
): Generator<void> {
  for (const [command, manager] of Object.entries(packageManagers)) {
    if (!machine.locate(command)) continue
    const lines = manager.commands.map((line) =>
      line[0] === 'update' ? line : [...line, nameOf(manager)],
    )
    if (lines.every((line) => machine.run(command, line))) yield
  }
}

/** Without that font, text moves when the app's own comes: tests of layout would fail. */
function installFont(machine: Machine): void {
  if (machine.hasFont()) return
  if (machine.isRoot) {
    for (const _manager of installPackage(machine, ({ font }) => font))
      if (machine.hasFont()) return
  }
  machine.say(
    "Tests of layout need a font with Arial's metrics. Install Liberation, for instance: sudo apt-get install fonts-liberation",
  )
}

/**
 * Finds a Chromium for the browser tests, in this order: the environment variable CHROMIUM_PATH, the
 * system's, Playwright's own. Where there is none it is installed: by Playwright's download, else
 * by the system's package manager when running as root. The font that its tests need comes likewise.
 * @returns the path of its program file.
 * @throws Error saying what to do when there is none, or when CHROMIUM_PATH leads to none.
 */
export function findChromium(machine: Machine = thisMachine): string {
  const program = programOf(machine)
  installFont(machine)
  return program
}

function programOf(machine: Machine): string {
  const configured = machine.environment.CHROMIUM_PATH
  if (configured) {
    if (machine.starts(configured)) return configured
    throw new Error(
      `CHROMIUM_PATH is ${configured}, which does not start as a Chromium. Correct it, or unset it to have one found.`,
    )
  }
  const existing = existingChromium(machine)
  if (existing) return existing
  machine.say('No Chromium was found: installing one.')
  for (const _attempt of install(machine)) {
    const installed = existingChromium(machine)
    if (installed) return installed
  }
  throw new Error(advice)
}

/**
 * Finds the headless shell, in which most browser tests run where there is one: the system's, or Playwright's own.
 * None is ever installed: the full Chromium runs every test, also on CI, as on any new machine.
 * @param whole the path of the full Chromium, used if there is no shell. With CHROMIUM_PATH
 * set it is used for everything.
 * @returns the path of its program file.
 */
export function findHeadlessShell(whole: string, machine: Machine = thisMachine): string {
  if (machine.environment.CHROMIUM_PATH) return whole
  return firstThatStarts(machine, headlessShells, machine.playwrightHeadlessShell) ?? whole
}

/** @returns which browsers the tests run in, for people to read. */
export function browsersText(whole: string, headlessShell: string): string {
  return headlessShell === whole
    ? `Browser tests run in ${whole}.`
    : `Browser tests run in ${headlessShell}, and those that need a full browser in ${whole}.`
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const thisMachine: Machine = {
  environment: process.env,
  isRoot: process.getuid?.() === 0,
  playwrightChromium: chromium.executablePath(),
  // Playwright has no API for it; it is beside the other, in folders of the same form.
  playwrightHeadlessShell: chromium
    .executablePath()
    .replace(
      /chromium-(\d+)([\\/])chrome-([^\\/]+).*$/,
      'chromium_headless_shell-$1$2chrome-headless-shell-$3$2chrome-headless-shell',
    ),
  locate(command) {
    const folders = process.env.PATH?.split(delimiter) ?? []
    return folders.map((folder) => join(folder, command)).find(isExecutable) ?? null
  },
  // A file alone proves nothing: it may lack libraries, or be a stub that wants a snap.
  starts: (path) => spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0,
  hasFont() {
    if (process.platform !== 'linux') return true
    const { status, stdout } = spawnSync('fc-match', ['Arial'], { encoding: 'utf8' })
    return status === 0 && /Arial|Liberation Sans/.test(stdout)
  },
  run(command, args) {
    const { status } = spawnSync(command, args, {
      // Standard output may be a report that a program reads, so installers print elsewhere.
      stdio: ['ignore', 2, 2],
      timeout: 600_000,
      env: {
        ...process.env,
        DEBIAN_FRONTEND: 'noninteractive',
        PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000', // milliseconds; gives up early offline
      },
    })
    return status === 0
  },
  say: (message) => process.stderr.write(`${message}\n`),
}
