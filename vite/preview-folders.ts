import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Makes `vite preview` answer an address with the page in the folder of that name, as hosts do. */
export function previewFoldersPlugin(): Plugin {
  return {
    name: 'orglens:preview-folders',
    configurePreviewServer({ config, middlewares }) {
      middlewares.use((request, _response, next) => {
        const [, path, search = ''] = /^\/([^?]+?)\/?(\?.*)?$/.exec(request.url ?? '') ?? []
        if (path && existsSync(join(config.root, config.build.outDir, path, 'index.html'))) {
          request.url = `/${path}/index.html${search}`
        }
        next()
      })
    },
  }
}
