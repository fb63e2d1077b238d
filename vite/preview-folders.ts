import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Makes `vite preview` answer an address with the page in the folder of that name, as hosts do. */
export function previewFoldersPlugin(): Plugin {
  return {
    name: 'orglens:preview-folders',
    configurePreviewServer({ config, middlewares }) {
      middlewares.use((request, _response, next) => {
        const { root, base, build } = config
        const address = request.url?.replace(base, '') ?? ''
        const [, path, search = ''] = /^([^?]+?)\/?(\?.*)?$/.exec(address) ?? []
        if (path && existsSync(join(root, build.outDir, path, 'index.html'))) {
          request.url = `${base}${path}/index.html${search}`
        }
        next()
      })
    },
  }
}
