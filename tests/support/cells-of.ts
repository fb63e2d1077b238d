/** @returns the cells of a table's row, its header first. */
export const cellsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('th, td')]
