import { print, runCommand } from '../command'
import { examineServer } from './examination'
import { asText } from './question'

const usage = `npm run --silent doctor -- [--json] [--mail <address>]

Looks for what keeps the server from its work, and changes nothing. --mail sends one mail to the address.`

/** `npm run doctor`. It fails if there is a fault. */
runCommand(async (words) => {
  const { isJson, recipient } = readWords(words)
  const reports = await examineServer(process.env, recipient)
  await print(isJson ? JSON.stringify(reports, null, 2) : asText(reports))
  // A service that still doesn't answer must not keep the process alive.
  process.exit(reports.some(({ result }) => result === 'fault') ? 1 : 0)
})

/** @throws Error with the usage. */
function readWords(words: readonly string[]): { isJson: boolean; recipient: string | null } {
  const rest = words.filter((word) => word !== '--json')
  const [option, address = '', ...more] = rest
  const isMail = option === '--mail' && /^[^\s@]+@[^\s@]+$/.test(address) && more.length === 0
  if (rest.length > 0 && !isMail) throw new Error(usage)
  return { isJson: rest.length < words.length, recipient: isMail ? address : null }
}
