import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownerOf, reasonOf, requireOwner } from '../../server/store/pglite/data-folder'
import { newFolder } from '../support/folders'

/** @returns a folder that isn't this process's, and the one around it, which nobody else uses. */
function foreignFolder(): { folder: string; around: string } {
  if (process.geteuid?.() !== 0) return { folder: '/etc', around: '/' }
  const around = newFolder()
  const folder = join(around, 'database')
  mkdirSync(folder)
  chownSync(folder, 65_534, 65_534)
  return { folder, around }
}

const failure = (code: string, path?: string) =>
  Object.assign(new Error('what the system says'), { code, path })
const aborted = new Error('Aborted(). Build with -sASSERTIONS for more info.')

test('a database is opened by its owner only, who is named', () => {
  const [own, foreign] = [newFolder(), foreignFolder().folder]
  const file = join(own, 'database.lock')
  writeFileSync(file, '')
  requireOwner(own, file)
  requireOwner(join(own, 'none yet'), file)
  expect(() => requireOwner(foreign, file)).toThrow(
    `${foreign} belongs to ${ownerOf(foreign)}, and only that user may open it. Run this as that user: sudo -u ${ownerOf(foreign)} …`,
  )
})

test('what a folder can’t do is said in words', () => {
  const folder = join(newFolder(), "the shop's data")
  mkdirSync(folder)
  expect(reasonOf(failure('ENOSPC'), folder)).toBe(
    `the disk of ${folder} is full. Make room, and start again.`,
  )
  expect(reasonOf(failure('EROFS'), folder)).toBe(
    `${folder} is on a file system that can only be read.`,
  )
  const path = join(folder, 'none yet', 'file')
  const reason = reasonOf(failure('EACCES', path), folder)
  expect(reason).toContain(`${folder} belongs to ${userInfo().username}, and the user`)
  expect(reason).toContain(`chown -R … '${folder.replace("'", String.raw`'\''`)}'`)
  // A file in it that isn't this process's.
  expect(reasonOf(aborted, foreignFolder().around)).toMatch(
    / belongs to \S+, and the user \S+ can't use it\./,
  )
})
