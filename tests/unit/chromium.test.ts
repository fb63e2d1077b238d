import { describe, expect, test } from 'vitest'
import {
  browsersText,
  findChromium,
  findHeadlessShell,
  type Machine,
} from '../../scripts/find-chromium'

const playwrightChromium = '/cache/playwright/chrome'
const playwrightHeadlessShell = '/cache/playwright/shell'

interface Situation {
  environment?: Record<string, string>
  isRoot?: boolean
  /** Commands on PATH, all in /usr/bin. */
  commands?: string[]
  /** Program files that start. */
  working?: string[]
  /** Whether Liberation or Arial is there; `installs` may bring 'the font'. */
  hasFont?: boolean
  /** What a command line makes start; commands not listed fail. */
  installs?: Record<string, string[]>
}

function machineIn(situation: Situation) {
  const working = new Set(situation.working)
  const ran: string[] = []
  const said: string[] = []
  const machine: Machine = {
    environment: situation.environment ?? {},
    isRoot: situation.isRoot ?? false,
    playwrightChromium,
    playwrightHeadlessShell,
    locate: (command) => (situation.commands?.includes(command) ? `/usr/bin/${command}` : null),
    starts: (path) => working.has(path),
    hasFont: () => (situation.hasFont ?? true) || working.has('the font'),
    run(command, args) {
      const line = [command === process.execPath ? 'playwright' : command, ...args]
        .filter((word) => !word.endsWith('cli.js'))
        .join(' ')
      ran.push(line)
      const installed = Object.entries(situation.installs ?? {}).find(([start]) =>
        line.startsWith(start),
      )?.[1]
      for (const path of installed ?? []) working.add(path)
      return installed !== undefined
    },
    say: (message) => said.push(message),
  }
  return { machine, ran, said }
}

describe('the Chromium of the browser tests', () => {
  test('is the one in CHROMIUM_PATH, before any other', () => {
    const { machine } = machineIn({
      environment: { CHROMIUM_PATH: '/opt/chrome' },
      commands: ['chromium'],
      working: ['/opt/chrome', '/usr/bin/chromium', playwrightChromium],
    })
    expect(findChromium(machine)).toBe('/opt/chrome')
  })

  test('is refused if CHROMIUM_PATH is wrong, rather than replaced', () => {
    const { machine, ran } = machineIn({
      environment: { CHROMIUM_PATH: '/opt/gone' },
      commands: ['chromium'],
      working: ['/usr/bin/chromium'],
    })
    expect(() => findChromium(machine)).toThrow(/CHROMIUM_PATH is \/opt\/gone/)
    expect(ran).toEqual([])
  })

  test("is the system's rather than Playwright's", () => {
    const { machine } = machineIn({
      commands: ['google-chrome'],
      working: ['/usr/bin/google-chrome', playwrightChromium],
    })
    expect(findChromium(machine)).toBe('/usr/bin/google-chrome')
  })

  test("is Playwright's if the system's does not start", () => {
    const { machine, ran } = machineIn({
      commands: ['chromium-browser'],
      working: [playwrightChromium],
    })
    expect(findChromium(machine)).toBe(playwrightChromium)
    expect(ran).toEqual([])
  })

  test("is downloaded by Playwright if there is none, even if packages can't be installed", () => {
    const { machine, ran } = machineIn({
      installs: { 'playwright install chromium': [playwrightChromium] },
    })
    expect(findChromium(machine)).toBe(playwrightChromium)
    expect(ran).toHaveLength(1)
  })

  test("gets its missing libraries installed by root if Playwright's does not start", () => {
    const { machine, ran } = machineIn({
      isRoot: true,
      commands: ['apt-get'],
      installs: {
        'playwright install chromium': [],
        'playwright install-deps': [playwrightChromium],
      },
    })
    expect(findChromium(machine)).toBe(playwrightChromium)
    expect(ran).toHaveLength(2)
  })

  test('is installed as a package by root if the download fails', () => {
    const { machine, ran } = machineIn({
      isRoot: true,
      commands: ['apt-get', 'chromium'],
      installs: { 'apt-get update': [], 'apt-get install': ['/usr/bin/chromium'] },
    })
    expect(findChromium(machine)).toBe('/usr/bin/chromium')
    expect(ran.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'playwright install',
      'apt-get update',
      'apt-get install',
    ])
  })

  test.each([
    ['is installed', ['the font'], []],
    ['is asked for where it can’t be installed', [], ['fonts-liberation']],
  ])('the font that stands in for the app’s own %s', (_how, installs, asked) => {
    const { machine, ran, said } = machineIn({
      isRoot: true,
      commands: ['apt-get', 'chromium'],
      working: ['/usr/bin/chromium'],
      hasFont: false,
      installs: { 'apt-get update': [], 'apt-get install': installs },
    })
    expect(findChromium(machine)).toBe('/usr/bin/chromium')
    expect(ran.at(-1)).toBe('apt-get install -y --no-install-recommends fonts-liberation')
    expect(said).toEqual(asked.map((name) => expect.stringContaining(name)))
  })

  test('is not installed as a package by a user who may not', () => {
    const { machine, ran } = machineIn({ commands: ['apt-get'] })
    expect(() => findChromium(machine)).toThrow(/playwright install --with-deps chromium/)
    expect(ran).toHaveLength(1)
  })

  test('is reported missing with advice if an installation succeeds but nothing starts', () => {
    const { machine } = machineIn({
      isRoot: true,
      commands: ['apk'],
      installs: { playwright: [], 'apk add': [] },
    })
    expect(() => findChromium(machine)).toThrow(/set CHROMIUM_PATH/)
  })
})

describe('the headless shell of the browser tests', () => {
  const whole = '/usr/bin/chromium'
  const shell = '/usr/bin/chromium-headless-shell'

  test("is the system's rather than Playwright's", () => {
    const { machine } = machineIn({
      commands: ['chromium-headless-shell'],
      working: [shell, playwrightHeadlessShell],
    })
    expect(findHeadlessShell(whole, machine)).toBe(shell)
  })

  test("is Playwright's if the system has none", () => {
    const { machine } = machineIn({ working: [playwrightHeadlessShell] })
    expect(findHeadlessShell(whole, machine)).toBe(playwrightHeadlessShell)
  })

  test('is the browser in CHROMIUM_PATH, whatever else exists', () => {
    const { machine } = machineIn({
      environment: { CHROMIUM_PATH: whole },
      commands: ['chromium-headless-shell'],
      working: [shell, whole],
    })
    expect(findHeadlessShell(whole, machine)).toBe(whole)
  })

  test('is the full browser if there is no shell: none is installed, nor on CI', () => {
    const { machine, ran } = machineIn({
      environment: { CI: 'true' },
      isRoot: true,
      commands: ['apt-get', 'chromium'],
      installs: { 'apt-get': [shell], playwright: [playwrightHeadlessShell] },
    })
    expect(findHeadlessShell(whole, machine)).toBe(whole)
    expect(ran).toEqual([])
  })
})

test('the tests say which browsers they run in', () => {
  expect(browsersText('/usr/bin/chromium', '/usr/bin/chromium')).toBe(
    'Browser tests run in /usr/bin/chromium.',
  )
  expect(browsersText('/usr/bin/chromium', '/cache/shell')).toBe(
    'Browser tests run in /cache/shell, and those that need a full browser in /usr/bin/chromium.',
  )
})
