import type { Currency } from '../../contract/billing'
import { readJson } from '../lib/read-text'
import { bundledOffer, type PlansOnOffer, parsePlans } from './plans'

/**
 * Reads the plans on offer.
 * @param path a JSON file like `plans.json`; undefined: the bundled plans.
 * @param currency the one that every plan must have a price in.
 * @throws FileError if the file can't be read, or for wrong plans and fields, which it names.
 */
export function readPlansFile(path: string | undefined, currency?: Currency): PlansOnOffer {
  if (path === undefined) return bundledOffer
  return parsePlans(readJson('PLANS_FILE', path), path, currency)
}
