import type { JSONReport } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/reporters'

/** The number of tests that ended so. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** Reads Vitest's report in JSON. */
export function countVitest(report: string): Counts {
  const results = JSON.parse(report) as JsonTestResults
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests,
    skipped: results.numPendingTests + results.numTodoTests,
  }
}

/** Reads Playwright's report in JSON. */
export function countPlaywright(report: string): Counts {
  const { stats } = JSON.parse(report) as JSONReport
  return {
    // Flaky: passed when tried again, which only CI does; the list above names them.
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }
}

/**
 * @param succeeded whether the runner says so.
 * @returns why a step of tests failed; null if it didn't. A skipped test is a failure.
 */
export function failureOf(succeeded: boolean, { passed, failed, skipped }: Counts): string | null {
  if (!succeeded || failed > 0) return 'Tests failed.'
  if (skipped > 0) return `${skipped} tests were skipped.`
  return passed === 0 ? 'There were no tests.' : null
}
