import { randomInt } from 'node:crypto'
import fc from 'fast-check'

// Before each test file. `npm test` tries the same examples each time: one commit, one verdict.
// `npm run test:long` uses new ones, and says at once how to try them again: its report comes at the end.
const { FUZZ_SEED, PROPERTY_TIMEOUT } = process.env
const seed = FUZZ_SEED ? Number(FUZZ_SEED) : randomInt(2 ** 31)
// A property that is too slow fails a little before its test does, and says after how many examples.
const interruptAfterTimeLimit = 0.9 * Number(PROPERTY_TIMEOUT)
fc.configureGlobal({ seed, interruptAfterTimeLimit, markInterruptAsFailure: true })
if (!FUZZ_SEED) console.info(`FUZZ_SEED=${seed}`)
