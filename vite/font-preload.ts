import type { Plugin } from 'vite'

/**
 * Lets the browser fetch the font before it has read the stylesheet, though after the scripts: until
 * it is there, a font of the same measures stands in (`src/fonts.css`).
 */
export function fontPreloadPlugin(): Plugin {
  return {
    name: 'orglens:font-preload',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((fileName) => fileName.endsWith('.woff2'))
          .map((fileName) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              href: `/${fileName}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
              fetchpriority: 'low',
            },
            injectTo: 'head',
          })),
    },
  }
}
