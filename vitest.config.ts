import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** In ms. A busy machine is slow, not wrong: no test waits for these, they bound failures. */
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000 }
const timeoutsOfLong = { testTimeout: 3_600_000, hookTimeout: 120_000 }

const environment = {
  // Not UTC, in which a forgotten time zone makes no difference.
  TZ: 'America/New_York',
  // The settings of `tests/support/property-seed.ts`: `npm test` tries the same few examples each time.
  FUZZ_SEED: process.env.FUZZ_SEED ?? '1',
  FUZZ_FEW: 'on',
  PROPERTY_TIMEOUT: String(timeouts.testTimeout),
}
const manyExamples = { PROPERTY_TIMEOUT: String(timeoutsOfLong.testTimeout) }

/** In MiB, for what lives briefly: collecting it took an eighth of the screens' processor time. */
const largerNewSpace = ['--max-semi-space-size=64']
/** What needs neither a database nor a program of its own. */
const apiInMemory = [
  'tests/api/conformance-memory.test.ts',
  'tests/api/billing-{callers,mails,model,provider,refunds,renewals}.test.ts',
  'tests/api/{authorisation,change-keys,openapi,razorpay,receipts,second-factor-required,smtp}.test.ts',
]
const apiSetup = 'tests/support/api-setup.ts'
const seed = 'tests/support/property-seed.ts'

/**
 * The files that take longest: begun last, each would keep one core busy while the others have nothing to do. Without
 * `api/commands`, which takes twice as long beside them.
 */
const longest =
  /conformance-(postgresql|memory)|billing-model|database-faults|(team|second-factor)\.test\.tsx|unit\/host/

/**
 * The files that need a worker of their own come last, together: Vitest ends a worker, with all that it has loaded, where
 * the next file needs another one.
 */
const ofAnotherWorker = ({ moduleId }: TestSpecification) =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment')

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = (file: TestSpecification) =>
      ofAnotherWorker(file) ? 2 : longest.test(file.moduleId) ? 0 : 1
    return sorted.toSorted((one, other) => place(one) - place(other))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Vitest leaves one core to itself; ours wait for databases and servers more than they compute.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          ...timeouts,
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          environment: 'node',
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          unstubGlobals: true,
          execArgv: largerNewSpace,
          setupFiles: [
            seed,
            'tests/support/shared-worker-setup.ts',
            'tests/support/change-guard.ts',
          ],
          env: environment,
        },
      },
      {
        test: {
          name: 'screens',
          ...timeouts,
          include: ['tests/screens/**/*.test.tsx'],
          environment: 'happy-dom',
          // Loading the app for each file by itself cost half of the step.
          isolate: false,
          execArgv: largerNewSpace,
          setupFiles: [
            seed,
            'tests/support/shared-worker-setup.ts',
            'tests/support/screens-setup.ts',
          ],
          env: environment,
        },
      },
      {
        test: {
          name: 'api',
          ...timeouts,
          include: ['tests/api/**/*.test.ts'],
          exclude: apiInMemory,
          environment: 'node',
          // Loading the server and PGlite for each file by itself cost a third of the step.
          isolate: false,
          execArgv: largerNewSpace,
          // They wait for databases and servers two thirds of their time.
          maxWorkers: 2 * availableParallelism(),
          sequence: { groupOrder: 1 },
          setupFiles: [
            seed,
            'tests/support/shared-worker-setup.ts',
            'tests/support/change-guard.ts',
          ],
          env: environment,
          globalSetup: apiSetup,
        },
      },
      {
        test: {
          name: 'api-memory',
          ...timeouts,
          include: apiInMemory,
          environment: 'node',
          isolate: false,
          execArgv: largerNewSpace,
          setupFiles: [
            seed,
            'tests/support/shared-worker-setup.ts',
            'tests/support/change-guard.ts',
          ],
          env: environment,
        },
      },
      {
        test: {
          // `npm run test:long`: tests that kill processes, fill disks, or take long, and properties
          // with new examples each time.
          name: 'long',
          ...timeoutsOfLong,
          include: ['tests/long/**/*.test.ts'],
          environment: 'node',
          setupFiles: [seed],
          env: manyExamples,
          globalSetup: apiSetup,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'architecture',
          ...timeouts,
          include: ['tests/architecture.test.ts'],
          environment: 'node',
        },
      },
      {
        test: {
          // On the output of `npm run build`; see scripts/test.ts.
          name: 'site',
          ...timeouts,
          include: ['tests/site/**/*.test.ts'],
          environment: 'node',
        },
      },
    ],
  },
})
