import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** `npx vitest --project unit` and so on; `npm test` runs each project as a step of its own. */
/** In ms. A busy machine is slow, not wrong. */
const testTimeout = 30_000

const sameExamples = { FUZZ_SEED: process.env.FUZZ_SEED ?? '1', FUZZ_FEW: 'on' }
/** In MiB, for what lives briefly: collecting it took an eighth of the screens' processor time. */
const largerNewSpace = ['--max-semi-space-size=64']
const replacesModules = 'tests/screens/replaced/*.test.tsx'
const seed = 'tests/support/property-seed.ts'

export default defineConfig({
  test: {
    // Vitest leaves one core to itself; ours wait for databases and servers more than they compute.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout,
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          environment: 'node',
          isolate: false,
          execArgv: largerNewSpace,
          setupFiles: [
            seed,
            'tests/support/shared-worker-setup.ts',
            'tests/support/change-guard.ts',
          ],
          env: sameExamples,
        },
      },
      {
        test: {
          name: 'screens',
          testTimeout,
          include: ['tests/screens/**/*.test.tsx'],
          exclude: [replacesModules],
          // Loading the app for each file by itself cost half of the step.
          environment: './tests/support/lasting-window.ts',
          isolate: false,
          execArgv: largerNewSpace,
          setupFiles: [
            seed,
            'tests/support/shared-worker-setup.ts',
            'tests/support/screens-setup.ts',
          ],
          env: sameExamples,
        },
      },
      {
        test: {
          // The other files must not see these modules' mocks.
          name: 'screens-replaced',
          testTimeout,
          include: [replacesModules],
          environment: 'happy-dom',
          pool: 'threads',
          setupFiles: [seed, 'tests/support/screens-setup.ts'],
          env: sameExamples,
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          environment: 'node',
          // Loading the server and PGlite for each file by itself cost a third of the step.
          isolate: false,
          execArgv: largerNewSpace,
          // They wait for databases and servers two thirds of their time.
          maxWorkers: 2 * availableParallelism(),
          setupFiles: [
            seed,
            'tests/support/shared-worker-setup.ts',
            'tests/support/change-guard.ts',
          ],
          env: sameExamples,
          globalSetup: ['tests/support/databases-setup.ts', 'tests/support/programs-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          // `npm run test:long`: tests that kill processes, fill disks, or take long, and properties
          // with new examples each time.
          name: 'long',
          include: [
            'tests/long/**/*.test.ts',
            'tests/api/billing-{interleaving,model,webhook-order}.test.ts',
          ],
          environment: 'node',
          setupFiles: [seed],
          globalSetup: ['tests/support/databases-setup.ts', 'tests/support/programs-setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'long-screens',
          testTimeout,
          include: ['tests/long/screens/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: [seed, 'tests/support/screens-setup.ts'],
        },
      },
      {
        test: {
          name: 'architecture',
          testTimeout,
          include: ['tests/architecture.test.ts'],
          environment: 'node',
        },
      },
      {
        test: {
          // On the output of `npm run build`; see scripts/test.ts.
          name: 'site',
          testTimeout,
          include: ['tests/site/**/*.test.ts'],
          environment: 'node',
        },
      },
    ],
  },
})
