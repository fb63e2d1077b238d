import { expect, test } from 'vitest'
import { countPlaywright, countVitest, failureOf } from '../../scripts/test-report'

/** As Vitest 4 writes it. */
const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }
/** As Playwright 1 writes it. */
const playwright = { stats: { expected: 5, flaky: 0, unexpected: 0, skipped: 0 } }

const afterVitest = (changes: object, succeeded = true) =>
  failureOf(succeeded, countVitest(JSON.stringify({ ...vitest, ...changes })))
const afterPlaywright = (changes: object, succeeded = true) =>
  failureOf(
    succeeded,
    countPlaywright(JSON.stringify({ stats: { ...playwright.stats, ...changes } })),
  )

test('a step of `npm test` fails if a test failed, was skipped, or none was there', () => {
  expect([afterVitest({}), afterPlaywright({}), afterPlaywright({ flaky: 1 })]).toEqual([
    null,
    null,
    null,
  ])
  for (const failure of [
    afterVitest({ numFailedTests: 1 }),
    afterVitest({}, false),
    afterPlaywright({ unexpected: 1 }),
    afterPlaywright({}, false),
  ])
    expect(failure).toBe('Tests failed.')
  for (const failure of [
    afterVitest({ numPendingTests: 1 }),
    afterVitest({ numTodoTests: 1 }),
    afterPlaywright({ skipped: 1 }),
  ])
    expect(failure).toBe('1 tests were skipped.')
  for (const failure of [afterVitest({ numPassedTests: 0 }), afterPlaywright({ expected: 0 })])
    expect(failure).toBe('There were no tests.')
})
