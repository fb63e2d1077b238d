import { type ComponentProps, createElement } from 'react'

/** An icon as Lucide's package holds it. */
export interface LucideIconData {
  name: string
  node: [tag: string, attributes: Record<string, string>][]
  aliases?: string[]
}

/**
 * Draws an icon as it is used here: with classes and `aria-hidden`. In builds it takes the place of
 * Lucide's own component (`vite/lucide-icons.ts`), which computes sizes and stroke widths from a
 * context at each drawing. The markup is the same, so that what was prerendered with the one is taken
 * over by the other.
 */
export default function lucideIcon({ name, node, aliases = [] }: LucideIconData) {
  const own = ['lucide', ...[name, ...aliases].map((one) => `lucide-${one}`)].join(' ')
  return ({ className, ...rest }: ComponentProps<'svg'>) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: className ? `${own} ${className}` : own,
        ...rest,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
