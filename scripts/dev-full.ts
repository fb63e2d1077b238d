/**
 * `npm run dev:full`: the Node host, restarted when its code changes, and the SPA with hot reload
 * in front of it. PORT and the other settings of the server apply. Both end together.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const port = process.env.PORT ?? '3000'

/** Programs of node_modules, not through npx: killing that leaves its child behind. */
const commandLines = [
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/node.ts'],
  ['node_modules/vite/bin/vite.js'],
]

const children = commandLines.map((commandLine) =>
  spawn(process.execPath, commandLine, {
    cwd: root,
    // Out of Ctrl C's reach: a second signal on top of ours would kill the server as it closes.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      // Links in mails lead to the app with hot reload.
      APP_URL: 'http://localhost:5173',
      ...process.env,
      PORT: port,
      ORGLENS_NODE_HOST: `http://127.0.0.1:${port}`,
    },
  }),
)

let ending = false
function end(exitCode: number): void {
  if (ending) return
  ending = true
  process.exitCode = exitCode
  for (const child of children) child.kill('SIGTERM')
}

for (const child of children) {
  child.on('error', () => end(1)).on('exit', (code) => end(code ?? 1))
}
process.on('SIGINT', () => end(0)).on('SIGTERM', () => end(0))
