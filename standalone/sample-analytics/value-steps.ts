/**
 * Chooses the values with a label: multiples of 1, 2, 2.5 or 5 times a power of ten, about four steps apart.
 * @returns from `lowest` or below it to above `highest`, so that no bar or line ends above the last label.
 */
export function valueSteps(lowest: number, highest: number): number[] {
  const rough = (highest - lowest || 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5].find((factor) => factor * power >= rough) ?? 10) * power
  const steps = [Math.floor(lowest / step) * step]
  while ((steps.at(-1) ?? highest) <= highest) steps.push((steps.at(-1) ?? 0) + step)
  return steps
}
