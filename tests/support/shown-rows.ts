import { within } from '@testing-library/react'

/** @returns the cells of each row that shows in a part of the page, its header first; without the table's header. */
export const shownCells = (part: HTMLElement = document.body) =>
  within(part)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll<HTMLElement>('th, td')])

export const shownTexts = (part?: HTMLElement) =>
  shownCells(part).map((cells) => cells.map(({ textContent }) => textContent))
