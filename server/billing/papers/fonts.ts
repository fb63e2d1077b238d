/*
 * The fonts of PDFs. Each file holds the characters of one script, so a text is written in runs, each in the first font
 * that has its characters.
 */

/** Reads a font of one of the `@fontsource` packages. @param file its path below `node_modules/@fontsource`. */
export type ReadFont = (file: string) => Promise<Uint8Array>

export type Weight = 400 | 600

const indic = {
  bengali: /\p{Script_Extensions=Bengali}/u,
  devanagari: /\p{Script_Extensions=Devanagari}/u,
  gujarati: /\p{Script_Extensions=Gujarati}/u,
  gurmukhi: /\p{Script_Extensions=Gurmukhi}/u,
  kannada: /\p{Script_Extensions=Kannada}/u,
  malayalam: /\p{Script_Extensions=Malayalam}/u,
  oriya: /\p{Script_Extensions=Oriya}/u,
  tamil: /\p{Script_Extensions=Tamil}/u,
  telugu: /\p{Script_Extensions=Telugu}/u,
}

/** The part of a file's name before its weight, and the file's characters. Source: `unicode.json` of the packages. */
const fonts: readonly (readonly [name: string, characters: RegExp])[] = [
  ['inter/files/inter-latin', /[\0-\xff\u0131\u0152\u0153\u2000-\u206f\u20ac\u2122\u2212]/u],
  ['inter/files/inter-latin-ext', /[\u0100-\u02ff\u1e00-\u1e9f\u20a0-\u20c0]/u],
  ['inter/files/inter-vietnamese', /[\u0300-\u0323\u1ea0-\u1ef9]/u],
  ['inter/files/inter-greek', /[\u0370-\u03ff]/u],
  ['inter/files/inter-greek-ext', /[\u1f00-\u1fff]/u],
  ['inter/files/inter-cyrillic', /[\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/u],
  ['inter/files/inter-cyrillic-ext', /[\u0460-\u052f]/u],
  ...Object.entries(indic).map(
    ([script, characters]) =>
      [`noto-sans-${script}/files/noto-sans-${script}-${script}`, characters] as const,
  ),
]

/** A part of a text that one font writes. */
export interface Run {
  /** Path of the font's file below `node_modules/@fontsource`. */
  font: string
  text: string
  /** Whether its letters are joined and reordered, so that a PDF has to say the text beside them. */
  isShaped: boolean
}

/** Splits a text into runs. A character that no font has shows as an empty box. */
export function runsOf(text: string, weight: Weight): Run[] {
  const runs: Run[] = []
  for (const character of text.normalize('NFC')) {
    const [name] = fonts.find(([, characters]) => characters.test(character)) ?? fonts[0] ?? ['']
    const font = `${name}-${weight}-normal.woff`
    const last = runs.at(-1)
    // Joiners and marks belong to the letter before them.
    const isPart = /\u200c|\u200d|\p{M}/u.test(character) && last?.isShaped === true
    if (last && (last.font === font || isPart)) last.text += character
    else runs.push({ font, text: character, isShaped: name.startsWith('noto') })
  }
  return runs
}
