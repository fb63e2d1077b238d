import type { ProductResult } from './analytics'
import { changeText, element } from './element'
import type { Formats } from './formats'

/** @returns the card with the table of the products that bring in the most. */
export function renderProductsTable(
  products: ProductResult[],
  previousMonth: string,
  formats: Formats,
): HTMLElement {
  const heading = (text: string, name?: string) =>
    element('th', { scope: 'col', class: name }, text)
  const row = ({ name, orders, revenue }: ProductResult) => {
    const change = formats.relativeChange(revenue)
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, name),
      element('td', { class: 'orders' }, formats.count(orders)),
      element('td', {}, formats.money(revenue.value)),
      element('td', {}, changeText(change.text, change.direction, true)),
    )
  }
  return element(
    'section',
    { class: 'card products', 'aria-labelledby': 'products-title' },
    element('h2', { id: 'products-title' }, 'Top products'),
    element(
      'table',
      { 'aria-labelledby': 'products-title' },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          heading('Product'),
          heading('Orders', 'orders'),
          heading('Revenue'),
          heading(`vs ${previousMonth}`),
        ),
      ),
      element('tbody', {}, ...products.map(row)),
    ),
  )
}
