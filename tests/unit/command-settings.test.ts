import { writeFileSync } from 'node:fs'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { loadSettings } from '../../server/commands/command-settings'
import { newFolder } from '../support/folders'

const none = '/nonexistent/orglens.env'

beforeEach(() => {
  const folder = process.cwd()
  process.chdir(newFolder())
  for (const name of ['DATA_DIR', 'PRODUCT_NAME', 'NODE_ENV']) vi.stubEnv(name, undefined)
  onTestFinished(() => {
    process.chdir(folder)
    vi.unstubAllEnvs()
  })
})

/** @returns the path of a file of settings. */
function settingsIn(name: string, text: string): string {
  writeFileSync(name, text)
  return name
}

test('a command reads the service’s file, and runs in production like the service', () => {
  const service = settingsIn('orglens.env', 'DATA_DIR=/var/lib/orglens\nPRODUCT_NAME=Numbers\n')
  vi.stubEnv('PRODUCT_NAME', 'Mine')
  expect(loadSettings(['acme'], service).from).toBe('orglens.env and the environment')
  expect(process.env).toMatchObject({
    DATA_DIR: '/var/lib/orglens',
    PRODUCT_NAME: 'Mine',
    NODE_ENV: 'production',
  })
})

test('a file `.env` beside the command comes before the service’s', () => {
  const service = settingsIn('orglens.env', 'DATA_DIR=/var/lib/orglens')
  settingsIn('.env', 'DATA_DIR=/elsewhere')
  expect(loadSettings([], service).from).toBe('.env and the environment')
  expect(process.env).toMatchObject({ DATA_DIR: '/elsewhere' })
  expect(process.env.NODE_ENV).toBeUndefined()
})

test.each([
  ['two words', ['list', '--env-file', 'other.env', 'acme']],
  ['one word', ['list', '--env-file=other.env', 'acme']],
])('a command reads the file that it is told, in %s', (_how, given) => {
  settingsIn('.env', 'DATA_DIR=/elsewhere')
  settingsIn('other.env', 'DATA_DIR=/told')
  const { words, from } = loadSettings(given, none)
  expect(words).toEqual(['list', 'acme'])
  expect(from).toBe('other.env and the environment')
  expect(process.env.DATA_DIR).toBe('/told')
})

test('a file that isn’t there, or isn’t named, is an error', () => {
  expect(() => loadSettings(['--env-file', 'missing.env'], none)).toThrow(
    'There is no file of settings at missing.env.',
  )
  for (const word of ['--env-file', '--env-file=']) {
    expect(() => loadSettings(['acme', word], none)).toThrow('Name the file of settings')
  }
})
