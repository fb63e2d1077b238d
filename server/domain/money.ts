/** Smaller units in one major unit, of every currency there is here: cents, paise. */
const unitsPerMajorUnit = 100

/**
 * @param amount in the smallest unit: 2900 is $29.
 * @returns major units, for the contract (D16). A single division of integers gives the very number
 *   that the decimal text would be read as; nothing is ever computed with it.
 */
export function toMajorUnits(amount: number): number {
  return amount / unitsPerMajorUnit
}
