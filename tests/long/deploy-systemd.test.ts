import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { newFolder } from '../support/folders'
import { needProgram, runProgram } from '../support/program'

beforeAll(() => needProgram('systemd-analyze', 'systemd'))

/** @returns copies of units in a folder of their own, with the path of the Node that runs this. */
function copiesOf(...names: readonly string[]): string[] {
  const directory = newFolder()
  return names.map((name) => {
    const file = join(directory, name)
    const unit = readFileSync(`deploy/${name}`, 'utf8')
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath))
    return file
  })
}

test.each([
  ['the server', 'orglens.service'],
  ['the backup', 'orglens-backup.service', 'orglens-backup.timer'],
])('the unit of %s is valid, and gives it few rights', (_, ...names) => {
  const files = copiesOf(...names)
  expect(runProgram('systemd-analyze', ['verify', '--man=no', ...files])).toBe('')
  // From 0, locked away, to 10.
  const parameters = ['security', '--offline=yes', '--threshold=30', '--no-pager', files[0] ?? '']
  expect(runProgram('systemd-analyze', parameters)).toContain('Overall exposure level')
})
