/**
 * `npm run dev:full`: the Node host, restarted when its code changes, and the SPA with hot reload
 * in front of it, at port 5173 or `npm run dev:full -- --port 5174`: arguments after the dashes go to Vite.
 * PORT and the other settings of the server apply. Both end together.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('../', import.meta.url))
const port = process.env.PORT || '3000'
const parameters = process.argv.slice(2)
const { values } = parseArgs({
  args: parameters,
  strict: false,
  options: { port: { type: 'string' } },
})
const appPort = String(values.port ?? 5173)

// Refuses taken ports, because links in mails name these.
await refuseTaken(appPort, 'npm run dev:full -- --port 5174')
await refuseTaken(port, 'PORT=3001 npm run dev:full')

/** Runs without npx, because killing npx leaves its child running. */
const commandLines = [
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/node/main.ts'],
  ['node_modules/vite/bin/vite.js', ...parameters, '--port', appPort, '--strictPort'],
]

const children = commandLines.map((commandLine) =>
  spawn(process.execPath, commandLine, {
    cwd: root,
    // Keeps Ctrl C from the children: a second signal would kill the server as it closes.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      // Links in mails lead to the app with hot reload.
      APP_URL: process.env.APP_URL || `http://localhost:${appPort}`,
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

/** Exits with a message if a program has the port already. */
async function refuseTaken(taken: string, otherwise: string): Promise<void> {
  const socket = connect(Number(taken), 'localhost')
  const isTaken = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  if (!isTaken) return
  console.error(`Port ${taken} is taken by another program. Take another one: ${otherwise}`)
  process.exit(1)
}
