import { fireEvent } from '@testing-library/react'

/** Puts a text in the place of a field's. Typing it key by key takes long, and renders the screen for each. */
export function enter(field: HTMLElement, text: string): void {
  fireEvent.input(field, { target: { value: text } })
}
