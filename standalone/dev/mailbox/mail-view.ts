import { type CapturedMail, fetchPaper, keyOf } from './mails'
import { partOfPage } from './part-of-page'
import { formatFullTime } from './times'

/** Renders a mail with both its parts. The current one stays as it is, unless the theme has changed. */
export function renderMail(mail: CapturedMail): void {
  const frame = partOfPage(document, '#html', HTMLIFrameElement)
  const theme = pageTheme()
  const key = `${theme} ${keyOf(mail)}`
  if (frame.dataset.mail === key) return
  // Each mail gets a new frame: another document in the same one would add to the history, and Chromium doesn't
  // paint it if the first was loaded while hidden.
  const newFrame = document.importNode(frame, false)
  newFrame.dataset.mail = key
  newFrame.srcdoc = framedDocument(mail.html, theme)
  frame.replaceWith(newFrame)
  partOfPage(document, '#text', HTMLElement).replaceChildren(...textWithLinks(mail.text))
  partOfPage(document, '#subject', HTMLElement).textContent = mail.subject || '(no subject)'
  partOfPage(document, '#to', HTMLElement).textContent = mail.to
  formatFullTime(partOfPage(document, '#at', HTMLTimeElement), mail.at)
  offerFiles(partOfPage(document, '#files', HTMLElement), mail)
}

/** Lets a mail's files be saved, if it has some. A PDF loads when it is wanted. */
function offerFiles(place: HTMLElement, { files, papers }: CapturedMail): void {
  for (const { href } of place.querySelectorAll('a')) URL.revokeObjectURL(href)
  place.hidden = files.length + papers.length === 0
  const linkTo = (content: Blob, name: string) => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(content)
    link.download = name
    link.textContent = name
    return link
  }
  const links = [
    ...files.map((file) => linkTo(new Blob([file.text], { type: file.type }), file.name)),
    ...papers.map((id) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'button'
      button.textContent = 'Save the PDF'
      const save = async () => {
        const { name, pdf } = await fetchPaper(id)
        const link = linkTo(pdf, `${name}.pdf`)
        button.replaceWith(link)
        link.click()
        link.focus()
      }
      button.addEventListener('click', () => {
        save().catch((error: Error) => {
          button.textContent = error.message
        })
      })
      return button
    }),
  ]
  place.replaceChildren(...links.flatMap((link) => [link, ' ']))
}

/** The theme, which `theme.ts` has set on the root element. */
function pageTheme(): 'light' | 'dark' {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light'
}

/** Lets the reader switch between the HTML and the text. */
export function followPartSwitch(): void {
  const show = (part: string) => {
    for (const id of ['html', 'text']) {
      partOfPage(document, `#${id}`, HTMLElement).hidden = id !== part
    }
  }
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name="part"]')) {
    input.addEventListener('change', () => show(input.value))
    // Browsers restore the choice when a page reloads.
    if (input.checked) show(input.value)
  }
}

/**
 * @returns the mail's document for a frame. Its links open in new tabs, because the app refuses to be framed without an
 *   origin. It has this page's theme, not the system's, and looks as it does to a reader whose system has that theme.
 */
export function framedDocument(html: string, theme: 'light' | 'dark'): string {
  const mail = new DOMParser().parseFromString(html, 'text/html')
  const base = mail.createElement('base')
  base.target = '_blank'
  mail.head.prepend(base)
  mail.documentElement.style.colorScheme = theme
  for (const style of mail.querySelectorAll('style')) {
    const query = theme === 'dark' ? 'all' : 'not all'
    style.textContent = style.textContent.replaceAll('(prefers-color-scheme: dark)', query)
  }
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
