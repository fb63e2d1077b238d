import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  checked,
  endLine,
  failureLine,
  headLine,
  linesOf,
  textOf,
} from '../../server/store/backup/lines'
import { answerBackups } from '../../server/store/backup/live'
import { newFolder } from '../support/folders'

test('lines arrive whole, wherever their text was cut', async () => {
  async function* bytes() {
    for (const byte of Buffer.from('{"name":"Zoë 漢"}\n\n["end"]')) yield Buffer.from([byte])
  }
  const lines: string[] = []
  for await (const some of linesOf(bytes())) lines.push(...some)
  expect(lines).toEqual(['{"name":"Zoë 漢"}', '', '["end"]'])
})

const head = headLine({ version: '1.0.0', madeAt: '2026-01-01T00:00:00.000Z', migration: '0000' })
const rows = ['["table","users"]', '{"id":"ada"}']
const sha256 = createHash('sha256')
  .update(textOf([head, ...rows]))
  .digest('hex')
const end = endLine({ rows: { users: 1 }, sha256 })

test.each([
  ['whole', [head, ...rows, end], null],
  ['of something else', ['{"id":"ada"}', end], 'This is not a backup of Orglens.'],
  ['empty', [''], 'This is not a backup of Orglens.'],
  ['newer', ['["orglens-backup",2,{}]', end], 'made by a newer version of Orglens'],
  ['cut short', [head, ...rows], 'is damaged: it was cut short'],
  ['changed', [head, '["table","users"]', '{"id":"bob"}', end], 'it differs from its checksum'],
  ['failed', [head, failureLine('The disk is full.')], 'The disk is full.'],
])('a backup that is %s is recognised', async (_name, lines, fault) => {
  async function passOn() {
    const passed: string[] = []
    async function* source() {
      for (const line of lines) yield [line]
    }
    for await (const some of checked(source())) passed.push(...some)
    return passed
  }
  if (fault) await expect(passOn()).rejects.toThrow(fault)
  else expect(await passOn()).toEqual(lines)
})

function answerIn(folder: string) {
  const errors: unknown[] = []
  const log = { info() {}, error: (...line: unknown[]) => void errors.push(line) }
  const client = { transaction: vi.fn(async () => {}) }
  onTestFinished(answerBackups(folder, client as unknown as PGlite, log))
  return { errors, client }
}

test('a server answers backups after one that was killed, for its own user only', async () => {
  const folder = newFolder()
  const path = join(folder, 'backup.socket')
  writeFileSync(path, '')
  const mask = process.umask()
  const { errors, client } = answerIn(folder)
  expect(process.umask()).toBe(mask)
  const socket = connect(path)
  await once(socket, 'connect')
  await vi.waitFor(() => expect(client.transaction).toHaveBeenCalledOnce())
  socket.destroy()
  expect(errors).toEqual([])
})

test('a server that can’t answer backups says so, and runs', async () => {
  const said = ['A backup needs this server to be stopped', { reason: expect.any(String) }]
  for (const name of ['none', 'x'.repeat(100)]) {
    const { errors } = answerIn(join(newFolder(), name))
    await vi.waitFor(() => expect(errors).toEqual([said]))
  }
})
