import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { needProgram, runProgram } from '../support/program'

const unit = readFileSync('deploy/orglens.service', 'utf8')

beforeAll(() => needProgram('systemd-analyze', 'systemd'))

/** @returns a copy of the unit in a folder of its own, with the path of the Node that runs this. */
function copyOfUnit(): string {
  const directory = mkdtempSync(join(tmpdir(), 'orglens-unit-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'orglens.service')
  writeFileSync(file, unit.replace('/usr/bin/node', process.execPath))
  return file
}

test('the unit is valid, and gives the server few rights', () => {
  const file = copyOfUnit()
  expect(runProgram('systemd-analyze', ['verify', '--man=no', file])).toBe('')
  // From 0, locked away, to 10.
  const parameters = ['security', '--offline=yes', '--threshold=30', '--no-pager', file]
  expect(runProgram('systemd-analyze', parameters)).toContain('Overall exposure level')
})
