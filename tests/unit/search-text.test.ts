import { expect, test } from 'vitest'
import { searchText } from '../../contract/search-text'

test.each([
  ['Zoë', 'zoe'],
  ['ZOE\u0308', 'zoe'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['İstanbul', 'istanbul'],
  ['ışık', 'isik'],
  ['ΛΌΓΟΣ', 'λογοσ'],
  ['ﬁne\u00a0①', 'fine 1'],
  ['zo\u00ade\u200b', 'zoe'],
])('a search takes %j as %j', (text, searched) => {
  expect(searchText(text)).toBe(searched)
})
