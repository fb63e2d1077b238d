/** Minor units per major unit in all our currencies: cents, paise. */
const unitsPerMajorUnit = 100

/**
 * @param amount in minor units: 2900 is $29.
 * @returns major units, for the contract (D16). One division of integers gives the same number as
 *   parsing the decimal text; nobody calculates with it.
 */
export function toMajorUnits(amount: number): number {
  return amount / unitsPerMajorUnit
}
