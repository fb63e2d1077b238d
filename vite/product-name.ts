import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { filesWithName, withProductName } from '../server/lib/product-name.ts'

/** Writes `VITE_PRODUCT_NAME` into the files that a static host serves as they are. */
export function productNamePlugin(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'orglens:product-name',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    transformIndexHtml: (html) => withProductName(html, config.env.VITE_PRODUCT_NAME),
    writeBundle({ dir = config.build.outDir }) {
      for (const file of filesWithName.map((name) => join(dir, name)).filter(existsSync)) {
        writeFileSync(
          file,
          withProductName(readFileSync(file, 'utf8'), config.env.VITE_PRODUCT_NAME),
        )
      }
    },
  }
}
