/**
 * @param all how many examples `npm run test:long` tries a property with.
 * @returns how many are tried here: `npm test`, whose examples are the same each time, tries a third.
 */
export const numRuns = (all: number) => (process.env.FUZZ_FEW ? Math.ceil(all / 3) : all)
