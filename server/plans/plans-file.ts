import type { Currency } from '../../contract/billing'
import { readText } from '../lib/read-text'
import { bundledOffer, PlansError, type PlansOnOffer, parsePlans } from './plans'

/**
 * Reads the plans on offer.
 * @param path a JSON file like `plans.json`; undefined: the bundled plans.
 * @param currency the one that every plan must have a price in.
 * @throws PlansError if the file can't be read, or for wrong plans and fields, which it names.
 */
export function readPlansFile(path: string | undefined, currency?: Currency): PlansOnOffer {
  if (path === undefined) return bundledOffer
  return parsePlans(parseJson(path, readFile(path)), path, currency)
}

function readFile(path: string): string {
  try {
    return readText(path)
  } catch (error) {
    throw new PlansError(`PLANS_FILE can't be read: ${(error as Error).message}`)
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new PlansError(`PLANS_FILE ${path} is not JSON: ${(error as Error).message}`)
  }
}
