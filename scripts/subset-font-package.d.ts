/** The types that `scripts/subset-font.ts` needs of the package, which has none of its own. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    /** The letters to keep. */
    text: string,
    options: {
      targetFormat: 'woff2'
      variationAxes?: Record<string, { min: number; max: number; default: number }>
      /** Tags of the OpenType features to keep; all without it. */
      keepFeatures?: string[]
      /** Numbers of the name table's entries to keep. */
      preserveNameIds?: number[]
    },
  ): Promise<Buffer>
}
