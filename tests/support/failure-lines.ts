import { within } from '@testing-library/react'

/** @returns the lines that say what went wrong, in a part of the page. */
export async function failureLines(part: HTMLElement = document.body): Promise<(string | null)[]> {
  const lines = within(await within(part).findByRole('alert')).getAllByText(/./)
  return lines.map((line) => line.textContent)
}
