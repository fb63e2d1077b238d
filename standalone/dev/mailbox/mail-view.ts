import { type CapturedMail, keyOf } from './mails'
import { partOfPage } from './part-of-page'
import { showWholeTime } from './times'

/** Draws a mail with both its parts; the one that shows already is left as it is. */
export function drawMail(mail: CapturedMail): void {
  const frame = partOfPage(document, '#html', HTMLIFrameElement)
  const key = keyOf(mail)
  if (frame.dataset.mail === key) return
  frame.dataset.mail = key
  frame.srcdoc = framedDocument(mail.html)
  partOfPage(document, '#text', HTMLElement).replaceChildren(...textWithLinks(mail.text))
  partOfPage(document, '#subject', HTMLElement).textContent = mail.subject || '(no subject)'
  partOfPage(document, '#to', HTMLElement).textContent = mail.to
  showWholeTime(partOfPage(document, '#at', HTMLTimeElement), mail.at)
}

/** Lets the reader switch between the HTML and the text. */
export function followPartSwitch(): void {
  const frame = partOfPage(document, '#html', HTMLIFrameElement)
  const text = partOfPage(document, '#text', HTMLElement)
  const show = (part: string) => {
    frame.hidden = part !== 'html'
    text.hidden = part !== 'text'
  }
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name="part"]')) {
    input.addEventListener('change', () => show(input.value))
    // Browsers remember what was checked when a page is loaded again.
    if (input.checked) show(input.value)
  }
}

/**
 * @returns the mail's document, with its links opening in new tabs: it shows in a frame, where the
 *   app itself would refuse to open.
 */
export function framedDocument(html: string): string {
  const mail = new DOMParser().parseFromString(html, 'text/html')
  const base = mail.createElement('base')
  base.target = '_blank'
  mail.head.prepend(base)
  return `<!doctype html>${mail.documentElement.outerHTML}`
}

/** @returns the text as nodes, its addresses as links; never as markup. */
export function textWithLinks(text: string): (string | HTMLAnchorElement)[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((piece, index) => {
    if (index % 2 === 0) return piece
    const link = document.createElement('a')
    link.href = piece
    link.target = '_blank'
    link.rel = 'noopener'
    link.textContent = piece
    return link
  })
}
