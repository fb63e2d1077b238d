// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { matchCommands } from '../../src/shell/palette/match-commands'
import { addRecent, recentIds } from '../../src/shell/palette/recent'

const commands = [
  { group: 'Pages', name: 'Dashboard', keywords: 'home analytics' },
  { group: 'Pages', name: 'Your Subscribed Plan', keywords: 'billing cancel' },
  { group: 'Actions', name: 'Log Out', keywords: 'logout sign' },
  { group: 'Plans', name: 'Café', keywords: 'Yearly plan' },
]
const found = (typed: string) => matchCommands(commands, typed).map(({ name }) => name)

test.each([
  ['  ', ['Dashboard', 'Your Subscribed Plan', 'Log Out', 'Café']],
  ['DASH', ['Dashboard']],
  ['plan your', ['Your Subscribed Plan']],
  ['cafe', ['Café']],
  ['yearly', ['Café']],
  ['log  out', ['Log Out']],
  // Of keywords only the beginning matches.
  ['ling', []],
])('%j finds %j', (typed, names) => {
  expect(found(typed)).toEqual(names)
})

test.each([
  // A word's beginning comes first, then its middle, then keywords.
  ['in', ['Activity in', 'Pricing', 'Invite'], ['Invite', 'Pricing', 'Activity']],
  // Groups stay together.
  ['grow', ['Pricing growth', 'Profile growth', '*Grow', '*G'], ['*Grow', 'Pricing', 'Profile']],
])('the search for %s in %j shows %j', (typed, texts, expected) => {
  const list = texts.map((text) => {
    const [name = '', keywords = ''] = text.split(' ')
    return { group: name.startsWith('*') ? 'Plans' : 'Pages', name, keywords }
  })
  expect(matchCommands(list, typed).map(({ name }) => name)).toEqual(expected)
})

test('the five commands that were chosen last are remembered, the latest first', () => {
  for (const id of ['1', '2', '3', '4', '5', '6', '3']) addRecent('ada@people.test', id)
  expect(recentIds('ada@people.test')).toEqual(['3', '6', '5', '4', '2'])
})
