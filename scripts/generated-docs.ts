import { readFileSync } from 'node:fs'
import { settingDocs } from './setting-docs'

/**
 * Writes the index of docs/decisions.md: each decision's number, title and anchor by section, and all in the order of
 * their numbers, which isn't that of the page.
 * @param text of the page; each decision has a heading, `### D7 What members have`.
 * @returns the page with its index.
 * @throws Error naming a decision without a title.
 */
function withDecisionIndex(text: string): string {
  const untitled = /^### D\d+\.?\s*$/m.exec(text)
  if (untitled) throw new Error(`A decision has no title: ${untitled[0]}`)
  const lines = text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title] = section.split('\n', 1)
      const entries = decisionsOf(section).map(({ link, name }) => `${link} ${name}`)
      return `- **${title}**: ${entries.join(' · ')}`
    })
  const byNumber = decisionsOf(text).sort((one, other) => one.number - other.number)
  lines.push(`- **By number**: ${byNumber.map(({ link }) => link).join(' · ')}`)
  return text.replace(
    /(?<=<!-- index -->\n).*?(?=<!-- \/index -->)/s,
    () => `\n${lines.join('\n')}\n\n`,
  )
}

/** @returns the decisions of a part of the page, in its order. */
const decisionsOf = (part: string) =>
  [...part.matchAll(/^### D(\d+) (.+)$/gm)].map(([, number, name = '']) => ({
    number: Number(number),
    name,
    link: `[D${number}](#${anchorOf(`D${number} ${name}`)})`,
  }))

/** @returns the anchor that GitHub gives a heading. */
export const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')

/** @returns the path and text of each page with a generated part. */
export async function generatedDocs(): Promise<Record<string, string>> {
  const decisions = 'docs/decisions.md'
  const text = readFileSync(new URL(`../${decisions}`, import.meta.url), 'utf8')
  return { ...(await settingDocs()), [decisions]: withDecisionIndex(text) }
}
