import { readFileSync } from 'node:fs'
import { settingDocs } from './setting-docs'

/**
 * Puts the index of docs/decisions.md in order: each decision's number, title and place, by section.
 * @param text of the page; each decision is one line, `- **D7 What members have.** …`.
 * @returns the page with its index, and with an anchor at each decision: `#d7`.
 * @throws Error naming what begins in another way.
 */
export function withDecisionIndex(text: string): string {
  const untitled = /^- (?:<a id="\w+"><\/a>)?\*\*D\d+\*\*/m.exec(text)
  if (untitled) throw new Error(`A decision has no title: ${untitled[0]}`)
  const anchored = text.replace(
    /^- (?:<a id="\w+"><\/a>)?\*\*D(\d+) /gm,
    '- <a id="d$1"></a>**D$1 ',
  )
  const sections = anchored.split(/^## /m).slice(1)
  const lines = sections.map((section) => {
    const [title] = section.split('\n', 1)
    const entries = [...section.matchAll(/\*\*D(\d+) (.+?)\.\*\*/g)].map(
      ([, number, name]) => `[D${number}](#d${number}) ${name}`,
    )
    return `- **${title}**: ${entries.join(' · ')}`
  })
  return anchored.replace(
    /(?<=<!-- index -->\n).*?(?=<!-- \/index -->)/s,
    () => `\n${lines.join('\n')}\n\n`,
  )
}

/** @returns every page that is made of other places, or has such a part: its path and its text. */
export async function generatedDocs(): Promise<Record<string, string>> {
  const decisions = 'docs/decisions.md'
  const text = readFileSync(new URL(`../${decisions}`, import.meta.url), 'utf8')
  return { ...(await settingDocs()), [decisions]: withDecisionIndex(text) }
}
