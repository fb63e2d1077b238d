import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar } from '../../src/ui/Avatar'

test.each([
  ['Priya Anand Shah', 'PS'],
  ['ada', 'A'],
  ['Zoë e\u0301mile', 'ZE\u0301'],
  ['🇮🇳 Bharat', 'B'],
  ['(Acme) "Labs" & Co.', 'AC'],
  ['\u0301 Zed', 'Z'],
  ['प्रिया शर्मा', 'प्रिश'],
])('%s is shown as %s', (name, initials) => {
  expect(render(<Avatar name={name} />).container.textContent).toBe(initials)
})

test.each(['', '   ', '🙂', '— & …'])(
  'a name without a letter or digit (%j) shows an icon',
  (name) => {
    const { container } = render(<Avatar name={name} />)
    expect(container.textContent).toBe('')
    expect(container.querySelector('svg')).not.toBeNull()
  },
)

test.each([
  ['Priya Sharma', 'bg-hue-5'],
  ['Mei Tanaka', 'bg-hue-5'],
])('%s has the hue of the name', (name, hue) => {
  const { container } = render(<Avatar name={name} />)
  expect(container.firstElementChild?.classList).toContain(hue)
})
