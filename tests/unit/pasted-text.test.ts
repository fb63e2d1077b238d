import { expect, test } from 'vitest'
import { withoutGlued } from '../../contract/glued-link'
import { addressIn, exactText } from '../../contract/pasted-text'

test.each([
  ...[' ada@example.test\n', 'a\u200bda@exam\u00adple.test\u2069', '\ufeffada@example.test\u00a0'],
  ...['"Lovelace, Ada" <ada@example.test>;', 'Ada <ada@example.test> (work)', '(ada@example.test)'],
  ...['MAILTO:ada@example.test?subject=Hi', '<mailto:ada@example.test>.', 'ada@example.test,'],
  ...['mailto:ada%40example.test', 'a\u200dda@example.test', 'E-mail: ada@example.test'],
  ...["'ada@example.test'", '„ada@example.test“', '[ada@example.test]…', '• ada@example.test。'],
  ...['ａｄａ＠ｅｘａｍｐｌｅ．ｔｅｓｔ', 'ada@example。test', 'mailto://ada@example.test'],
])('%j holds the address ada@example.test', (pasted) => {
  expect(addressIn(pasted)).toBe('ada@example.test')
})

test.each([
  ...['ada@example.test; grace@example.test', 'Ada <ada@a.test> Grace <grace@a.test>', 'ada'],
  ...['ada lovelace@example.test', 'ada:lovelace@example.test', '_ada@example.test_'],
  ...["o'brien@example.test", 'مدير@نامه\u200cای.test', 'mailto%ada@example.test'],
])('%j stays as it is', (text) => {
  expect(addressIn(text)).toBe(text)
})

test.each([
  [' \u200e287\u200b 082\u2060 ', '287 082'],
  ['k1\u2011mq\u20130x', 'k1-mq-0x'],
  ['２８７\u00a0０８２', '287 082'],
])('the pasted code %j is read as %j', (pasted, code) => {
  expect(exactText(pasted)).toBe(code)
})

test.each([
  ...['.', ')', '%3E', '%20', '>.', '%22).', '%C2%A0', '%E2%80%9D', '%E2%80%8B'],
  ...['&gt;', '&#41;.', '='],
])('a link to which %s was glued keeps its path', (end) => {
  expect(withoutGlued(`/invite/Ab-_~1${end}`)).toBe('/invite/Ab-_~1')
  expect(withoutGlued(`/%E6%A0%AA${end}`)).toBe('/%E6%A0%AA')
})

test('another path stays as it is', () => {
  for (const path of ['/', '/signin', '/dashboard/', '/a.b', '/%ff', '/a%2Fb', '/%E6%A0%AA'])
    expect(withoutGlued(path)).toBe(path)
})
