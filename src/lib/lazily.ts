/**
 * @returns a function that creates an object when it is first needed, and only once. Creating a date format takes ms,
 *   for example.
 */
export function lazily<Made extends object>(make: () => Made): () => Made {
  let value: Made | undefined
  return () => {
    value ??= make()
    return value
  }
}
