import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { oneLine } from '../people/visible-text'
import type { MailContent } from '../store/outgoing-mail'
import { htmlPart, nameInMail, plainPart } from './plain-text'

/** Markup whose user input is escaped. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** A mail's contents, before they become the two parts; all of it is plain text. */
export interface Letter {
  productName: string
  /** The recipient's name, for a greeting; absent: there is none. */
  fullName?: string
  subject: string
  heading: string
  paragraphs: readonly string[]
  action?: { label: string; link: string } | null
  /** Additional information, in small print. */
  notes: readonly string[]
}

/** Values of src/tokens.css: our stylesheets don't reach mails. */
export const light = {
  canvas: '#f6f7fb',
  surface: '#ffffff',
  line: '#e5e8f1',
  ink: '#12172b',
  text: '#4b5470',
  note: '#5f6880',
  accent: '#3d4be6',
}
const dark: typeof light = {
  canvas: '#0b0f1e',
  surface: '#131a2f',
  line: '#222c49',
  ink: '#eef1fb',
  text: '#b3bdd6',
  note: '#8b96b3',
  accent: '#aab4ff',
}
const brand = '#4f61ff'

/**
 * The light theme and the layout of wide screens are in style attributes, which every mail program keeps; dark themes
 * and phones override them where possible.
 */
const styles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .canvas { background: ${dark.canvas} !important; }
  .card { background: ${dark.surface} !important; border-color: ${dark.line} !important; }
  .rule { border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .text { color: ${dark.text} !important; }
  .note { color: ${dark.note} !important; }
  .accent { color: ${dark.accent} !important; }
}
@media (max-width: 480px) {
  .card { padding: 24px 20px !important; }
  .stack { display: block !important; width: auto !important; }
}`

const font = "font-family: Inter, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;"

/** @returns both parts of a mail, with the same contents; user input is escaped in the HTML. */
export function writeLetter({ fullName, ...letter }: Letter): MailContent {
  const subject = oneLine(letter.subject)
  const greeting = fullName === undefined ? [] : [`Hello ${nameInMail(fullName)},`]
  const greeted = { ...letter, paragraphs: [...greeting, ...letter.paragraphs] }
  return { subject, text: textOf(greeted), html: htmlOf(subject, greeted) }
}

function textOf({ productName, heading, paragraphs, action, notes }: Letter): string {
  const link = action ? [`${action.label}:\n${action.link}`] : []
  return plainPart(`${[heading, ...paragraphs, ...link, ...notes, productName].join('\n\n')}\n`)
}

function htmlOf(subject: string, letter: Letter): string {
  const { productName, heading, paragraphs, action, notes } = letter
  const content = html`${paragraphs.map(
    (paragraph) =>
      html`<p class="text" style="margin: 0 0 16px; font-size: 15px; line-height: 23px; overflow-wrap: anywhere; color: ${light.text};">${paragraph}</p>\n`,
  )}
${action && button(action)}
<div class="rule" style="margin: 24px 0 0; padding: 16px 0 0; border-top: 1px solid ${light.line};">
${notes.map(
  (note) =>
    html`<p class="note" style="margin: 8px 0 0; font-size: 14px; line-height: 20px; color: ${light.note};">${note}</p>\n`,
)}
</div>`
  return mailPage({ productName, subject, heading, content })
}

/**
 * @param page.content the markup below the heading; all user input in it is escaped.
 * @param page.gap the margin between heading and content, in px.
 * @returns the HTML part of a mail, which mail programs show in their own theme.
 */
export function mailPage({
  productName,
  subject,
  heading,
  content,
  gap = 16,
}: Pick<Letter, 'productName' | 'subject' | 'heading'> & { content: Html; gap?: number }): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${styles}
</style>
</head>
<body class="canvas" style="margin: 0; padding: 0; background: ${light.canvas}; -webkit-text-size-adjust: 100%;">
<div class="canvas" style="padding: 32px 16px; background: ${light.canvas}; ${font}">
<div style="max-width: 560px; margin: 0 auto;">
<p class="ink" style="margin: 0 0 16px; font-size: 18px; line-height: 26px; font-weight: 700; letter-spacing: -0.02em; color: ${light.ink};">${productName}</p>
<div class="card" style="padding: 32px 28px; border: 1px solid ${light.line}; border-radius: 16px; background: ${light.surface};">
<h1 class="ink" style="margin: 0 0 ${gap}px; font-size: 22px; line-height: 28px; font-weight: 700; letter-spacing: -0.02em; overflow-wrap: anywhere; color: ${light.ink};">${heading}</h1>
${content}
</div>
</div>
</div>
</body>
</html>
`
  return htmlPart(String(page))
}

/** A link as a button. @param below the margin below it, in px. */
export const buttonOf = ({ label, link }: NonNullable<Letter['action']>, below = 24) =>
  html`<p style="margin: 24px 0 ${below}px;"><a href="${link}" style="display: inline-block; padding: 12px 22px; border-radius: 11px; background: ${brand}; font-size: 15px; line-height: 20px; font-weight: 600; text-decoration: none; color: #ffffff;">${label}</a></p>`

/** A link as a button, with its address in plain text for mail programs that don't show buttons. */
function button(action: NonNullable<Letter['action']>) {
  const { link } = action
  return html`${buttonOf(action)}
<p class="note" style="margin: 0; font-size: 14px; line-height: 20px; color: ${light.note};">Or open this address in your browser:<br>
<a class="accent" href="${link}" style="overflow-wrap: anywhere; word-break: break-all; color: ${light.accent};">${link}</a></p>`
}
