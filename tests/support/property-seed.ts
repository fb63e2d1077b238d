import fc from 'fast-check'

// Before each test file. `npm test` tries the same examples each time: one commit, one verdict.
// `npm run test:long` uses new ones, and prints the seed that reproduces a failure.
const { FUZZ_SEED: seed } = process.env
if (seed) fc.configureGlobal({ seed: Number(seed) })
