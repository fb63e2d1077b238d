import { expect, test } from 'vitest'
import { callTable } from '../support/call-table'
import { targets } from '../support/conformance/targets'
import { enteredByCalls } from '../support/entered'
import { describeConformance } from './conformance'

describeConformance(targets.memory)

test('every call has saved the audit entries that the table of calls lists', () => {
  const listed = Object.entries(callTable).flatMap(([name, { entered }]) =>
    entered.map((action) => `${name} ${action}`),
  )
  expect(listed.filter((one) => !enteredByCalls.has(one))).toEqual([])
})
