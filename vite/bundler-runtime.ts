import type { Plugin, Rolldown } from 'vite'

const runtimeFile = /\/rolldown-runtime-[\w-]+\.js$/
const importOfRuntime = /import(?:\{([^}]*)\}from)?"\.\/rolldown-runtime-[\w-]+\.js";/
const exportsOfRuntime = /export\{([^}]*)\};?\s*$/

/**
 * Puts the bundler's runtime, in production one short function, into each of the few files that use it.
 * It goes into no group of files, and by itself it would be one more request of every first visit.
 */
export function bundlerRuntimePlugin(): Plugin {
  return {
    name: 'orglens:bundler-runtime',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const runtime = chunks.find(({ fileName }) => runtimeFile.test(fileName))
        if (!runtime) return
        for (const chunk of chunks) {
          if (!chunk.imports.includes(runtime.fileName)) continue
          chunk.code = chunk.code.replace(
            importOfRuntime,
            (_import, names = '') => names && `var{${pairs(names)}}=${asExpression(runtime)};`,
          )
          if (chunk.code.includes(runtime.fileName.replace('assets/', ''))) {
            throw new Error(`${chunk.fileName} imports the bundler's runtime in another form`)
          }
          chunk.imports = chunk.imports.filter((file) => file !== runtime.fileName)
        }
        delete bundle[runtime.fileName]
      },
    },
  }
}

/** @returns an object's names and places for a module's: `a as b` is `a:b`. */
const pairs = (names: string) => names.replaceAll(' as ', ':')

function asExpression({ code, fileName }: Rolldown.OutputChunk): string {
  if (!exportsOfRuntime.test(code)) throw new Error(`${fileName} has another form than it had`)
  const asReturn = (_exports: string, names: string) => {
    const list = names.split(',').map((name) => name.split(' as ').toReversed().join(':'))
    return `return{${list}}`
  }
  return `(()=>{${code.replace(exportsOfRuntime, asReturn)}})()`
}
