import { expect, test } from 'vitest'
import { countPlaywright, countVitest, failureOf } from '../../scripts/test-report'

test.each([
  [true, { passed: 3, failed: 0, skipped: 0 }, null],
  [false, { passed: 3, failed: 0, skipped: 0 }, 'Tests failed.'],
  [true, { passed: 3, failed: 1, skipped: 0 }, 'Tests failed.'],
  [true, { passed: 3, failed: 0, skipped: 2 }, '2 tests were skipped.'],
  [true, { passed: 0, failed: 0, skipped: 0 }, 'There were no tests.'],
])('a step of tests that ends (%s) with %o fails: %s', (succeeded, counts, failure) => {
  expect(failureOf(succeeded, counts)).toBe(failure)
})

test('skipped tests are counted, also those that are to be written; one that passed at last has passed', () => {
  const vitest = { numPassedTests: 4, numFailedTests: 1, numPendingTests: 2, numTodoTests: 3 }
  expect(countVitest(JSON.stringify(vitest))).toEqual({ passed: 4, failed: 1, skipped: 5 })
  const stats = { expected: 4, flaky: 1, unexpected: 2, skipped: 3 }
  expect(countPlaywright(JSON.stringify({ stats }))).toEqual({ passed: 5, failed: 2, skipped: 3 })
})
