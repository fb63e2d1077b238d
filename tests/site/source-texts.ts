import { parseSync, Visitor } from 'vite'
import type { SourceFile } from '../support/source-files'

/** Long enough, and with a space: what is written for people, and so stands in one place only. */
const telling = /^(?=.{15,})[\w,.:;!?()-]+( [\w,.:;!?()-]+)+$/

/** @returns the sentences that a file of code holds, which a minifier leaves as they are. */
export function sentencesIn({ path, text }: SourceFile): string[] {
  const found: string[] = []
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') found.push(value)
    },
    TemplateElement: ({ value }) => {
      found.push(value.cooked?.trim() ?? '')
    },
  }).visit(parseSync(path, text).program)
  return found.filter((sentence) => telling.test(sentence))
}
