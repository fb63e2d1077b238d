import type { Dashboards } from './dashboards'

/** Dashboards of sample data, drawn by the page in `standalone/sample-analytics` (D34). */
export const sampleDashboards: Dashboards = {
  async linkFor(organisation) {
    const query = new URLSearchParams({ organisation: organisation.slug })
    return {
      id: 'overview',
      name: `${organisation.name} Overview`,
      url: `/sample-analytics/?${query}#theme=transparent`,
      expiresIn: null,
    }
  },
}
