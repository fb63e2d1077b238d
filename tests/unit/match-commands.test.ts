import { expect, test } from 'vitest'
import { matchCommands } from '../../src/lib/match-commands'

const commands = [
  { name: 'Dashboard', keywords: 'home analytics' },
  { name: 'Your Subscribed Plan', keywords: 'billing cancel' },
  { name: 'Log Out', keywords: 'logout sign' },
  { name: 'Café', keywords: 'yearly plan' },
]
const found = (typed: string) => matchCommands(commands, typed).map(({ name }) => name)

test.each(['', '   '])('nothing typed (%j) finds everything, in order', (typed) => {
  expect(found(typed)).toEqual(['Dashboard', 'Your Subscribed Plan', 'Log Out', 'Café'])
})

test.each([
  ['board', ['Dashboard']],
  ['DASH', ['Dashboard']],
  ['plan', ['Your Subscribed Plan', 'Café']],
  ['plan your', ['Your Subscribed Plan']],
  ['cafe', ['Café']],
  ['CAFÉ', ['Café']],
  ['year caf', ['Café']],
  ['cance', ['Your Subscribed Plan']],
  ['log  out', ['Log Out']],
])('%j finds %j', (typed, names) => {
  expect(found(typed)).toEqual(names)
})

test('other words for a command are found by their beginning only', () => {
  expect(found('ling')).toEqual([])
})

test('what nothing is called finds nothing', () => {
  expect(found('dashboard zebra')).toEqual([])
})
