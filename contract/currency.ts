/** What plans may be charged in (specification, section 9). */
export const currencies = ['USD', 'INR'] as const
export type Currency = (typeof currencies)[number]
