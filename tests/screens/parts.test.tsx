import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Avatar } from '../../src/ui/Avatar'
import { Meter } from '../../src/ui/cards/Meter'
import { LoadingText } from '../../src/ui/LoadingText'
import { Tooltip } from '../../src/ui/Tooltip'
import { When } from '../../src/ui/When'

test.each([
  [{ used: 7, limit: 10 }, false],
  [{ used: 8, limit: 10 }, true],
  [{ used: 7, limit: 10, held: 1 }, true],
  [{ used: 4, limit: 4 }, false],
])('a meter of %j is amber: %s; without a limit there is none', (counts, isAmber) => {
  const { container, rerender } = render(<Meter name="Seats" {...counts} />)
  expect(container.querySelector('.bg-meter-warn') !== null).toBe(isAmber)
  rerender(<Meter name="Seats" {...counts} limit={null} />)
  expect(container.textContent).toContain('Unlimited')
  expect(screen.queryByRole('meter')).toBeNull()
})

test('a tooltip comes with the keyboard or the mouse, and goes with Escape or a press', async () => {
  render(
    <Tooltip text="Reload">
      <button type="button">R</button>
    </Tooltip>,
  )
  const button = screen.getByRole('button')
  const tip = () => screen.queryByText('Reload')
  await userEvent.tab()
  expect(tip()).not.toBeNull()
  await userEvent.keyboard('{Escape}')
  expect(tip()).toBeNull()
  fireEvent.pointerEnter(button, { pointerType: 'touch' })
  expect(tip()).toBeNull()
  fireEvent.pointerEnter(button, { pointerType: 'mouse' })
  expect(tip()).not.toBeNull()
  fireEvent.pointerDown(button)
  expect(tip()).toBeNull()
})

test('a text that comes together with its live region is added to it later, and so announced', async () => {
  render(<LoadingText>Loading...</LoadingText>)
  const isHidden = () => screen.getByText('Loading...').getAttribute('aria-hidden')
  expect(isHidden()).toBe('true')
  await waitFor(() => expect(isHidden()).toBe('false'))
})

test('a time in words has its date for programs, under the pointer and on paper', () => {
  const at = '2026-11-12T16:21:07.000Z'
  render(<When at={at}>{(now) => (now > Date.parse(at) ? 'Earlier' : 'Later')}</When>)
  const time = screen.getByText(/^(Earlier|Later)$/).closest('time')
  expect(time?.dateTime).toBe(at)
  expect(time?.title).toMatch(/2026.*:07/)
  expect(time?.dataset.onPaper).toBe(time?.title)
})

test.each([
  ['Priya Anand Shah', 'PS'],
  ['ada', 'A'],
  ['Zoë e\u0301mile', 'ZE\u0301'],
  ['🇮🇳 Bharat', 'B'],
  ['(Acme) "Labs" & Co.', 'AC'],
  ['प्रिया शर्मा', 'प्रिश'],
  ['🙂', ''],
])('an avatar shows %j as %j, and an icon without a letter or digit', (name, initials) => {
  const { container } = render(<Avatar name={name} />)
  expect(container.textContent).toBe(initials)
  expect(container.querySelector('svg') !== null).toBe(initials === '')
})
