/**
 * @param all how many examples `npm run test:long` tries a property with.
 * @param few how many `npm test` does, whose examples are the same each time: a tenth, unless given.
 * @returns how many are tried here.
 */
export const numRuns = (all: number, few = Math.ceil(all / 10)) =>
  process.env.FUZZ_FEW ? few : all
