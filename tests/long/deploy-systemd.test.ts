import { beforeAll, expect, test } from 'vitest'
import { needProgram, runProgram } from '../support/program'

beforeAll(() => needProgram('systemd-analyze', 'systemd'))

test.each(['orglens.service', 'orglens-backup.service'])('%s has few rights', (name) => {
  // From 0, locked away, to 10.
  const parameters = ['security', '--offline=yes', '--threshold=30', '--no-pager', `deploy/${name}`]
  expect(runProgram('systemd-analyze', parameters)).toContain('Overall exposure level')
})
