import type { Plugin } from 'vite'

/**
 * Removes sonner's style element, which the CSP forbids: `src/ui/toasts/Toaster.tsx` imports the file. Sonner has no
 * option for it.
 * Tried with sonner 2.0.8.
 */
export function sonnerStylesPlugin(): Plugin {
  return {
    name: 'orglens:sonner-styles',
    enforce: 'pre',
    transform: {
      filter: { id: /sonner\/dist\/index\.mjs/ },
      handler(code) {
        const without = code.replace(/^__insertCSS\((?:"(?:[^"\\]|\\.)*"|`[^`]*`)\);?$/m, '')
        if (without === code) this.error('sonner no longer calls __insertCSS as expected')
        return { code: without, map: null }
      },
    },
  }
}
