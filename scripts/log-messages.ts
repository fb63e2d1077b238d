import { readdirSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'

export interface LogMessage {
  /** `any`: the level is known only at run time. */
  level: 'info' | 'error' | 'any'
  /** The part that is always the same; null if the code doesn't spell it out. */
  text: string | null
  file: string
}

/** Files that only pass messages on. */
const logs = [
  'server/lib/log.ts',
  'server/node/watch/open-log.ts',
  'server/node/watch/deduplicating-log.ts',
]

/** @returns every line that the server's code can write into its log. */
export function logMessages(): LogMessage[] {
  return readdirSync('server', { recursive: true, encoding: 'utf8' })
    .map((name) => `server/${name}`)
    .filter((file) => file.endsWith('.ts') && !logs.includes(file))
    .flatMap((file) => messagesOf(file, readFileSync(file, 'utf8')))
}

function messagesOf(file: string, text: string): LogMessage[] {
  const found: LogMessage[] = []
  const written = ({ start, end }: { start: number; end: number }) => text.slice(start, end)
  new Visitor({
    CallExpression({ callee, arguments: [message] }) {
      if (callee.type !== 'MemberExpression' || !/\blog$|^openLog\(/i.test(written(callee.object)))
        return
      const name = callee.computed ? 'any' : written(callee.property)
      if (name !== 'info' && name !== 'error' && name !== 'any') return
      // The texts of these lines are where their job is defined.
      if (message && written(message) === 'parts.whenItFails') return
      found.push({ level: name, text: message ? fixedText(message) : null, file })
    },
    Property({ key, value }) {
      if (written(key) === 'whenItFails') {
        found.push({ level: 'any', text: fixedText(value), file })
      }
    },
  }).visit(parseSync(file, text).program)
  return found
}

/** @returns a text's beginning, up to the first inserted value. */
function fixedText(node: { type: string; value?: unknown; quasis?: unknown }): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return null
  const [first] = node.quasis as { value: { cooked: string } }[]
  return first?.value.cooked.trim() || null
}
