import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** `npx vitest --project unit` and so on; `npm test` runs each project as a step of its own. */
export default defineConfig({
  test: {
    // Vitest leaves one core to itself; ours wait for databases and servers more than they compute.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          environment: 'node',
          isolate: false,
          setupFiles: ['tests/support/unit-setup.ts'],
        },
      },
      {
        test: {
          name: 'screens',
          include: ['tests/screens/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['tests/support/screens-setup.ts'],
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/postgresql-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          // `npm run test:long`: what kills processes, fills disks, or takes long.
          name: 'long',
          include: ['tests/long/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/postgresql-setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'long-screens',
          include: ['tests/long/screens/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['tests/support/screens-setup.ts'],
        },
      },
      {
        test: {
          name: 'architecture',
          include: ['tests/architecture.test.ts'],
          environment: 'node',
        },
      },
      {
        test: {
          // Over what `npm run build` left; see scripts/test.ts.
          name: 'site',
          include: ['tests/site/**/*.test.ts'],
          environment: 'node',
        },
      },
    ],
  },
})
