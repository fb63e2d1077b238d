/** Control characters, all line breaks, and marks that change the text direction. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/**
 * @returns `text` on one line, for sentences and for headers, where a line break would start another header.
 */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(unprintable, ' ').replace(/\s+/g, ' ').trim()
}

/** Characters that copied texts often hold and nobody sees: soft hyphens, zero-width spaces, marks of direction. */
const pasted = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
/** Joiners at an end of a word, unless a mark before them shows otherwise with it. */
const endJoiner =
  /(?<![^\s\u200c\u200d])[\u200c\u200d]+|(?<![\p{M}\u200c\u200d])[\u200c\u200d]+(?!\S)/gu

/** @returns a name without invisible characters that came along when it was copied. Joiners within words stay. */
export function withoutPasted(name: string): string {
  return name.replace(pasted, '').replace(endJoiner, '')
}

/** A visible character: no control or format character, mark, space or filler. */
const visible = /[^\p{C}\p{M}\p{Z}\u115f\u1160\u2800\u3164\uffa0]/u

/** Whether a reader sees anything of `text`. */
export function isVisible(text: string): boolean {
  return visible.test(text)
}

/** The flag of a region: a black flag, and the region in invisible letters. */
const regionalFlag = /\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}/gu

/**
 * Invisible characters that no script and no emoji needs: control characters except white space, and those that Unicode lets
 * programs ignore, except joiners, variation selectors and the separator of Mongolian vowels.
 */
const hidden =
  /(?!\s)\p{Cc}|[\u2800\ufff9-\ufffb]|(?!\u200c|\u200d|\u180e|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/u

/** Whether `text` has invisible characters, by which a name may look like another's. */
export function hasInvisibleCharacters(text: string): boolean {
  return hidden.test(text.replace(regionalFlag, ''))
}
