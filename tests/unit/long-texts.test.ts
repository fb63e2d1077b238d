import { expect, test } from 'vitest'
import { csvOf } from '../../contract/csv'
import { withoutGlued } from '../../contract/glued-link'
import { addressIn, exactText } from '../../contract/pasted-text'
import { quoteLongNumbers } from '../../server/dashboards/providers/long-numbers'
import { exactInMail, nameInSubject, plainPart, textInMail } from '../../server/mail/plain-text'
import { isEmailAddress } from '../../server/people/email'
import {
  hasInvisibleCharacters,
  isVisible,
  oneLine,
  withoutPasted,
} from '../../server/people/visible-text'
import { sanitizedErrorMessage } from '../../server/work/sanitized-error-message'
import { enteredNumber } from '../../src/profile/contact-number'
import { parseEmails } from '../../src/team/parse-emails'

/** Functions that read texts of any length from outside. Where one shortens or only tests its text, an 'x' is added. */
const readers: Record<string, (text: string) => string> = {
  csvOf: (text) => csvOf({ Name: () => text }, [0]),
  addressIn,
  enteredNumber: (text) => `${JSON.stringify(enteredNumber(text, '+91', ['+91']))}x`,
  isEmailAddress: (text) => `${isEmailAddress(text.slice(0, 250))}${isEmailAddress(text)}x`,
  parseEmails: (text) => `${parseEmails(text).length}x`,
  exactText,
  withoutGlued,
  withoutPasted,
  oneLine,
  isVisible: (text) => (isVisible(text) ? 'x' : ''),
  hasInvisibleCharacters: (text) => `${hasInvisibleCharacters(text)}x`,
  textInMail: (text) => plainPart(textInMail(text)),
  exactInMail: (text) => plainPart(exactInMail(text)),
  nameInSubject: (text) => `${nameInSubject(text)}x`,
  quoteLongNumbers: (text) => `${quoteLongNumbers(text)}x`,
  sanitizedErrorMessage: (text) => `${sanitizedErrorMessage(text)}x`,
}

/** Characters of the classes in these functions' regular expressions, and pairs that a class and its end could share. */
const runs = [
  ...Array.from(' \t\n";,=<>.:/\\@a0-\uff0e\u3002\u0301\u200d\u{1f3f4}'),
  ...['\\"', '1.', '-1', 'é\u200d', '\u{1f3f4}\u{e0067}', '. ', '" ', '; ', 'a.', '<a'],
]

test.each(Object.entries(readers))('%s reads long runs in one pass', (_name, read) => {
  // With time that grows by the square of the length this would take longer than a test may.
  for (const run of runs) expect(read(`${run.repeat(50_000)}x`), run).toMatch(/x"?\s*$/)
})
