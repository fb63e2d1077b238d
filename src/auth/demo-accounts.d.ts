import type { HTMLAttributes } from 'react'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** The place for the demo accounts, in mock mode only: `mocks/demo-accounts.ts` fills it. */
      'demo-accounts': HTMLAttributes<HTMLElement>
    }
  }
}
