import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar } from '../../src/ui/Avatar'

test.each([
  ['Priya Anand Shah', 'PS'],
  ['ada', 'A'],
  ['Zoë e\u0301mile', 'ZE\u0301'],
  ['🇮🇳 Bharat', 'B'],
  ['👩‍👩‍👧 Family ✨', 'F'],
  ['(Acme) "Labs" & Co.', 'AC'],
  ['- Smith &', 'S'],
  ['@ada', 'A'],
  ['¡Olé! 24/7', 'O2'],
  ['\u0301 Zed', 'Z'],
  ['李 小龍', '李小'],
  ['علي حسن', 'عح'],
  ['प्रिया शर्मा', 'प्रिश'],
  ['٣ إخوة', '٣إ'],
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
