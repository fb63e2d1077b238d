import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { checked, failureLine, linesOf } from '../../server/store/backup/lines'
import { answerBackups, askForBackup } from '../../server/store/backup/live'
import { newFolder } from '../support/folders'

test('lines arrive whole, wherever their text was cut', async () => {
  async function* bytes() {
    for (const byte of Buffer.from('{"name":"Zoë 漢"}\n\n["end"]')) yield Buffer.from([byte])
  }
  const lines: string[] = []
  for await (const some of linesOf(bytes())) lines.push(...some)
  expect(lines).toEqual(['{"name":"Zoë 漢"}', '', '["end"]'])
})

test.each([
  ['of something else', ['{"id":"ada"}'], 'This is not a backup of Orglens.'],
  ['newer', ['["orglens-backup",2,{}]'], 'made by a newer version of Orglens'],
  ['failed', ['["orglens-backup",1,{}]', failureLine('The disk is full.')], 'The disk is full.'],
])('a backup that is %s is recognised', async (_name, lines, fault) => {
  async function* source() {
    yield lines
  }
  const read = async () => {
    for await (const _some of checked(source()));
  }
  await expect(read()).rejects.toThrow(fault)
})

test('a server answers backups after one that was killed, for its own user only', async () => {
  const folder = newFolder()
  const path = join(folder, 'backup.socket')
  writeFileSync(path, '')
  // Where no server answers, the command reads the folder itself.
  for (const each of [newFolder(), folder])
    expect(await askForBackup(each, () => Promise.reject(new Error('asked')))).toBeNull()
  const mask = process.umask()
  const client = { transaction: vi.fn(async () => {}) }
  const log = { info() {}, error: vi.fn() }
  onTestFinished(answerBackups(folder, client as unknown as PGlite, log))
  expect(process.umask()).toBe(mask)
  const socket = connect(path)
  await once(socket, 'connect')
  await vi.waitFor(() => expect(client.transaction).toHaveBeenCalledOnce())
  socket.destroy()
  expect(log.error).not.toHaveBeenCalled()
})
