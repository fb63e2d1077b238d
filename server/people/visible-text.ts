/** Control characters, all line breaks, and marks that change the text direction. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/**
 * @returns `text` on one line: safe in a header, where a line break would start another header, and
 *   in a sentence.
 */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(unprintable, ' ').replace(/\s+/g, ' ').trim()
}

/** What shows: no control or format character, mark, space or filler. */
const visible = /[^\p{C}\p{M}\p{Z}\u115f\u1160\u2800\u3164\uffa0]/u

/** Whether a reader sees anything of `text`. */
export function isVisible(text: string): boolean {
  return visible.test(text)
}

/** A flag of a region: a black flag, and what it is of in letters that don't show. */
const regionalFlag = /\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}/gu

/**
 * Characters that don't show, and that no script and no emoji needs: control characters but white space, and what Unicode
 * lets programs ignore. Joiners and variation selectors are needed, and the separator of Mongolian vowels.
 */
const hidden =
  /(?!\s)\p{Cc}|[\u2800\ufff9-\ufffb]|(?!\u200c|\u200d|\u180e|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/u

/** Whether `text` holds what its readers don't see: a name may be made to look like another's by it. */
export function hidesSomething(text: string): boolean {
  return hidden.test(text.replace(regionalFlag, ''))
}
