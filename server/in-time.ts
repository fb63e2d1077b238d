/**
 * @param patience in ms.
 * @returns what `done` comes to, or `otherwise` where that takes longer.
 */
export async function inTime<Done, Otherwise>(
  done: Promise<Done>,
  patience: number,
  otherwise: Otherwise,
): Promise<Done | Otherwise> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<Otherwise>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), patience)
  })
  try {
    return await Promise.race([done, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
