import { writeFileSync } from 'node:fs'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { readCommandSettings } from '../../server/commands/command'
import { loadSettings } from '../../server/commands/command-settings'
import { parseUnitFile } from '../../server/node/settings/settings-file'
import { newFolder } from '../support/folders'

const none = '/nonexistent/orglens.env'

beforeEach(() => {
  const folder = process.cwd()
  process.chdir(newFolder())
  for (const name of ['DATA_DIR', 'PRODUCT_NAME', 'NODE_ENV']) vi.stubEnv(name, undefined)
  onTestFinished(() => process.chdir(folder))
})

function settingsIn(name: string, text: string): string {
  writeFileSync(name, text)
  return name
}

test('a command reads the service’s file, and runs in production like the service', () => {
  const service = settingsIn('orglens.env', 'DATA_DIR=/var/lib/orglens\nPRODUCT_NAME=Numbers\n')
  vi.stubEnv('PRODUCT_NAME', 'Mine')
  expect(loadSettings(['acme'], service).from).toBe('orglens.env and the environment')
  const { DATA_DIR, PRODUCT_NAME, NODE_ENV } = process.env
  expect([DATA_DIR, PRODUCT_NAME, NODE_ENV]).toEqual(['/var/lib/orglens', 'Mine', 'production'])
})

test('the service’s file is read as systemd reads it, and `.env` as Node does', () => {
  const text = String.raw`# PRODUCT_NAME=a comment
; DATA_DIR=another
ONE=Kx9#vQ2m; and on
TWO = "a \"b\" \$c #d" # not a comment
THREE='single \n'"joined"
FOUR=back\slash
FIVE=first \
second
SIX=it's "so"
SEVEN=
export EIGHT=8
`
  expect(parseUnitFile(text)).toEqual({
    ONE: 'Kx9#vQ2m; and on',
    TWO: 'a "b" $c #d# not a comment',
    THREE: String.raw`single \njoined`,
    FOUR: 'backslash',
    FIVE: 'first second',
    SIX: 'it\'s "so"',
    SEVEN: '',
    'export EIGHT': '8',
  })
  settingsIn('.env', 'PRODUCT_NAME=Numbers # a comment')
  loadSettings([], none)
  expect(process.env.PRODUCT_NAME).toBe('Numbers')
})

test('a file `.env` beside the command comes before the service’s', () => {
  const service = settingsIn('orglens.env', 'DATA_DIR=/var/lib/orglens')
  settingsIn('.env', 'DATA_DIR=/elsewhere')
  expect(loadSettings([], service).from).toBe('.env and the environment')
  expect(process.env).toMatchObject({ DATA_DIR: '/elsewhere' })
  expect(process.env.NODE_ENV).toBeUndefined()
})

test('a command reads the file that it is told, which must be there', () => {
  settingsIn('.env', 'DATA_DIR=/elsewhere')
  settingsIn('other.env', 'DATA_DIR=/told')
  for (const given of [['--env-file', 'other.env'], ['--env-file=other.env']]) {
    const { words, from } = loadSettings(['list', ...given, 'acme'], none)
    expect([words, from]).toEqual([['list', 'acme'], 'other.env and the environment'])
    expect(process.env).toMatchObject({ DATA_DIR: '/told', NODE_ENV: 'production' })
  }
  vi.stubEnv('NODE_ENV', 'test')
  loadSettings(['--env-file', 'other.env'], none)
  expect(process.env.NODE_ENV).toBe('test')
  expect(() => loadSettings(['--env-file', 'missing.env'], none)).toThrow(
    'There is no file of settings at missing.env.',
  )
  expect(() => loadSettings(['acme', '--env-file'], none)).toThrow('Name the file of settings')
})

test('a command starts again with the authorities that the service’s file names, once', () => {
  const text = 'NODE_EXTRA_CA_CERTS=/etc/orglens/ca.pem'
  const service = settingsIn('orglens.env', text)
  vi.stubEnv('NODE_EXTRA_CA_CERTS', undefined)
  const startsAgain = () => loadSettings([], service).startsAgain
  expect([startsAgain(), startsAgain()]).toEqual([true, false])
  // As the server with such a file: docs/operating.md.
  vi.stubEnv('NODE_EXTRA_CA_CERTS', undefined)
  settingsIn('.env', text)
  expect(startsAgain()).toBe(false)
})

test('a command uses the settings of the data, and of what mails, papers and entries say, and no others', () => {
  const data = { DATABASE_URL: 'postgresql://a@b/c', DATA_DIR: '/data', TIME_ZONE: 'Asia/Kolkata' }
  const words = { INVOICE_EXPORT_NOTE: 'Note', PASSKEY_DOMAIN: 'a.test', HALTED_PLAN_DAYS: '5' }
  // What an operator may not have at hand.
  const missing = { NODE_ENV: 'production', PAYMENTS: 'razorpay', MAIL_DELIVERY: 'smtp' }
  expect(readCommandSettings({ ...data, ...words, ...missing, TWO_FACTOR: 'off' })).toMatchObject({
    ...{ databaseUrl: data.DATABASE_URL, dataDirectory: '/data', timeZone: 'Asia/Kolkata' },
    ...{ exportNote: 'Note', passkeyDomain: 'a.test', haltedPlanDays: 5 },
    twoFactor: { mode: 'off' },
  })
})
