import type { JSONReport } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/reporters'

/** The number of tests by result. */
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
    // Flaky tests passed in a retry, which only CI makes.
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }
}

/**
 * @param succeeded whether the runner says so.
 * @returns the reason why a step of tests failed; null if it passed. A skipped test is a failure.
 */
export function failureOf(succeeded: boolean, { passed, failed, skipped }: Counts): string | null {
  if (!succeeded || failed > 0) return 'Tests failed.'
  if (skipped > 0) return `${skipped} tests were skipped.`
  return passed === 0 ? 'There were no tests.' : null
}
