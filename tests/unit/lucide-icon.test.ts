import * as building from 'lucide-react/dist/esm/icons/building-complex.mjs'
import * as cross from 'lucide-react/dist/esm/icons/x.mjs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import lucideIcon, { type LucideIconData } from '../../src/ui/lucide-icon'

test.each([
  ['cross', cross],
  ['building, which has had another name', building],
])('an icon is drawn as Lucide draws it: %s', (_name, file) => {
  // Lucide's types don't name the data.
  const { default: Theirs, __iconData: data } = file as typeof file & { __iconData: LucideIconData }
  const Ours = lucideIcon(data)
  for (const className of ['', 'size-4 shrink-0']) {
    const props = { className, 'aria-hidden': 'true' } as const
    expect(renderToStaticMarkup(createElement(Ours, props))).toBe(
      renderToStaticMarkup(createElement(Theirs, props)),
    )
  }
})
