import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const icon = new URL('../public/icon.svg', import.meta.url)

/** Puts the icon into the app's pages: a third of a kilobyte in place of a request with each visit. */
export function pageIconPlugin(): Plugin {
  return {
    name: 'orglens:page-icon',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { filename }) {
        if (filename.includes('/standalone/')) return html
        const inlined = `data:image/svg+xml,${encodeURIComponent(readFileSync(icon, 'utf8'))}`
        return html.replace(/(?<=<link rel="icon" href=")[^"]+/, inlined)
      },
    },
  }
}
