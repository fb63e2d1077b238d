import type { Figures } from '../../server/api/dashboards'

/** One figure and one table, of an organisation's alone. */
export function figuresExample(value: number): Figures {
  return {
    figures: [{ name: 'Revenue', value, format: 'currency', currency: 'USD' }],
    tables: [
      {
        name: 'Channels',
        columns: [
          { name: 'Channel', format: 'text', currency: null },
          { name: 'Revenue', format: 'currency', currency: 'USD' },
        ],
        rows: [['Online shop', value]],
      },
    ],
    failed: [],
  }
}
