/** What tax invoices need of the settings (D143): `TAX=gst`. */
export interface TaxSettings {
  /** The seller's, as registered. */
  legalName: string
  /** The seller's; its first two digits are its state. */
  gstin: string
  /** Of all parts together, in hundredths of a per cent: 1800 is 18 %. */
  rate: number
  /** The service's accounting code (SAC). */
  code: string
  /** How numbers begin: three characters at most, so that they have 16 (CGST rule 46(b)). */
  prefix: string
  /** On invoices to other countries. */
  exportNote: string
  /** At the foot of each paper, such as words on its signature; null: none. */
  footnote: string | null
}

/** What CGST rule 46 has invoices say of exports without payment of tax, which a letter of undertaking (LUT) allows. */
export const exportWithoutTax =
  'Supply meant for export under bond or letter of undertaking without payment of integrated tax'
