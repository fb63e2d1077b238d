import { build, type ResolvedConfig, type Rolldown } from 'vite'

/**
 * Builds something beside the app: what the two shared would be files of its own, which the app's
 * visitors would have to ask for.
 * @param options where it starts, and what it becomes.
 * @returns its files.
 */
export async function buildApart(
  { root, base, mode, define }: ResolvedConfig,
  options: Pick<Rolldown.RolldownOptions, 'input'> & { output?: Rolldown.OutputOptions },
): Promise<(Rolldown.OutputAsset | Rolldown.OutputChunk)[]> {
  const result = await build({
    ...{ root, base, mode, configFile: false, logLevel: 'warn', publicDir: false },
    ...(define && { define }),
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: options,
    },
  })
  return [result].flat().flatMap((one) => ('output' in one ? one.output : []))
}

/** @returns a script of its own, in one piece, for a page that isn't a module. @param input its file. */
export async function buildScript(config: ResolvedConfig, input: string): Promise<string> {
  const [script] = await buildApart(config, { input, output: { format: 'iife' } })
  if (script?.type !== 'chunk') throw new Error(`${input} was not built`)
  return script.code.trim()
}
