import type { ReadFont } from './fonts'

type Packed = Uint8Array<ArrayBuffer>

/**
 * Unpacks fonts once and keeps them: pdfkit would inflate a packed font's tables for each letter, which takes seconds.
 * @param read reads a packed font (WOFF).
 */
export function unpackedFonts(read: (file: string) => Promise<Packed>): ReadFont {
  const fonts = new Map<string, Promise<Uint8Array>>()
  return (file) => {
    const font = fonts.get(file) ?? read(file).then(unpack)
    fonts.set(file, font)
    // The next paper tries again.
    font.catch(() => fonts.delete(file))
    return font
  }
}

const headOfPacked = 44
const entryOfPacked = 20
const headOfFont = 12
const entryOfFont = 16

/**
 * Converts a WOFF to the font that it packs. Sources: https://www.w3.org/TR/WOFF/#OverallStructure and
 * https://learn.microsoft.com/typography/opentype/spec/otff#organization-of-an-opentype-font
 */
async function unpack(packed: Packed): Promise<Uint8Array> {
  const from = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const count = from.getUint16(12)
  const tables = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const entry = headOfPacked + index * entryOfPacked
      const [tag = 0, start = 0, packedLength = 0, length = 0, checksum = 0] = [
        0, 4, 8, 12, 16,
      ].map((offset) => from.getUint32(entry + offset))
      const bytes = packed.subarray(start, start + packedLength)
      return { tag, checksum, bytes: packedLength < length ? await inflate(bytes) : bytes }
    }),
  )
  const aligned = (length: number) => Math.ceil(length / 4) * 4
  const size = tables.reduce((sum, { bytes }) => sum + aligned(bytes.length), 0)
  const font = new Uint8Array(headOfFont + count * entryOfFont + size)
  const to = new DataView(font.buffer)
  const exponent = Math.floor(Math.log2(count))
  to.setUint32(0, from.getUint32(4))
  for (const [index, value] of [
    count,
    2 ** exponent * entryOfFont,
    exponent,
    (count - 2 ** exponent) * entryOfFont,
  ].entries()) {
    to.setUint16(4 + 2 * index, value)
  }
  let at = headOfFont + count * entryOfFont
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const entry = headOfFont + index * entryOfFont
    for (const [place, value] of [tag, checksum, at, bytes.length].entries()) {
      to.setUint32(entry + 4 * place, value)
    }
    font.set(bytes, at)
    at += aligned(bytes.length)
  }
  return font
}

async function inflate(bytes: Packed): Promise<Uint8Array> {
  const inflated = new Response(bytes).body?.pipeThrough(new DecompressionStream('deflate'))
  return new Uint8Array(await new Response(inflated).arrayBuffer())
}
