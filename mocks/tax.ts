import type { TaxSettings } from '../server/api/services'
import { exportWithoutTax } from '../server/billing/invoices/tax'

/** The tax settings of a made-up seller in Karnataka. */
export const mockTax: TaxSettings = {
  legalName: 'Orglens Sandbox Private Limited',
  gstin: '29AAACO0000O1ZN',
  rate: 1_800,
  code: '998315',
  prefix: 'OL',
  exportNote: exportWithoutTax,
  footnote: 'Issued electronically. It needs no signature.',
}

/** Whether payments get tax invoices in a scenario. */
export const isTaxed = (scenario = '') => /(?:^|,)buyer:/.test(scenario)
