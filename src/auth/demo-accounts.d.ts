import type { HTMLAttributes } from 'react'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** The element of the demo accounts. `mocks/demo-accounts.ts` fills it, in mock mode only. */
      'demo-accounts': HTMLAttributes<HTMLElement>
    }
  }
}
