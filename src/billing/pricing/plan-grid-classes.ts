/** Lays plans out side by side, as many as find room. */
export const planGridClasses = 'grid gap-5 md:grid-cols-3 md:max-lg:gap-4'
