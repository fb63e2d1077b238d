/** @returns a function that makes something when it is first needed, and once: a format takes ms. */
export function lazily<Made extends object>(make: () => Made): () => Made {
  let value: Made | undefined
  return () => {
    value ??= make()
    return value
  }
}
