import { builtinEnvironments, type Environment } from 'vitest/runtime'

let window: ReturnType<Environment['setup']> | undefined

/**
 * Vitest's environment with one window of happy-dom for all test files of a worker. React, the router
 * and the tests' library hold on to the window that they were loaded with.
 */
export default {
  name: 'lasting-window',
  viteEnvironment: 'client',
  async setup(global, options) {
    window ??= builtinEnvironments['happy-dom'].setup(global, options)
    await window
    return { teardown() {} }
  },
} satisfies Environment
