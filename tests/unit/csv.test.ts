import { expect, test } from 'vitest'
import { csvOf } from '../../contract/csv'

const columns = { Name: ({ name }: { name: string }) => name, Note: () => 'x' }
const cellOf = (name: string) => csvOf(columns, [{ name }]).split('\r\n').slice(1, -1).join('\r\n')

test('a file begins with a BOM and the headers, and each line ends with CRLF', () => {
  expect(csvOf(columns, [{ name: 'Ada' }, { name: 'Zoë' }])).toBe(
    '\uFEFFName,Note\r\nAda,x\r\nZoë,x\r\n',
  )
  expect(csvOf(columns, [])).toBe('\uFEFFName,Note\r\n')
})

test.each([
  ['a, b', '"a, b",x'],
  ['the "best"', '"the ""best""",x'],
  ['two\r\nlines', '"two\r\nlines",x'],
])('%j stays one cell', (name, line) => {
  expect(cellOf(name)).toBe(line)
})

test.each([
  ['=1+1', "'=1+1,x"],
  ['+91-98765', "'+91-98765,x"],
  ['-2+3', "'-2+3,x"],
  ['-2.50', '-2.50,x'],
  // Beyond 2^53 numbers come as texts.
  ['-12345678901234567.25', '-12345678901234567.25,x'],
  ['@SUM(A1)', "'@SUM(A1),x"],
  ['\t=1', "\t'=1,x"],
  ['\r=1', '"\r\'=1",x'],
  [' =1', " '=1,x"],
  ['=HYPERLINK("http://x.test","a")', '"\'=HYPERLINK(""http://x.test"",""a"")",x'],
  ['＝1+1', "'＝1+1,x"],
  ['a=1', 'a=1,x'],
  // Where ';' or a tab separates cells, quotes within a line protect nothing.
  ['a;=1', "a;'=1,x"],
  ['a\t+1', "a\t'+1,x"],
  ['a\n-1', '"a\n\'-1",x'],
  ['a\r\n@SUM(A1)', '"a\r\n\'@SUM(A1)",x'],
  ['a; ＝1;\t=2', "a; '＝1;\t'=2,x"],
  ['a;"=1"', '"a;""\'=1""",x'],
  ['a; b-1', 'a; b-1,x'],
])('%j is not a formula to a spreadsheet', (name, line) => {
  expect(cellOf(name)).toBe(line)
})
