import type { HTMLAttributes } from 'react'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** Whom one can sign in as, in mock mode alone: `mocks/demo-accounts.ts` fills it. */
      'demo-accounts': HTMLAttributes<HTMLElement>
    }
  }
}
