import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar } from '../../src/ui/Avatar'

test.each([
  ['Priya Anand Shah', 'PS'],
  ['ada', 'A'],
  ['🇮🇳 Bharat', '🇮🇳B'],
  ['👩‍👩‍👧 Family', '👩‍👩‍👧F'],
  ['Zoë e\u0301mile', 'ZE\u0301'],
])('%s is shown as %s', (name, initials) => {
  expect(render(<Avatar name={name} />).container.textContent).toBe(initials)
})
