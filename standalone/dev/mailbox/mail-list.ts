import { type CapturedMail, keyOf } from './mails'
import { partOfPage } from './part-of-page'
import { formatShortTime } from './times'

/**
 * Renders the list of mails. Unchanged mails stay as they are, and keep the focus.
 * @param now decides which are today's.
 * @param choose called with the key of the clicked mail.
 */
export function renderMailList(
  mails: readonly CapturedMail[],
  now: Date,
  choose: (key: string) => void,
): void {
  const list = partOfPage(document, '#list', HTMLUListElement)
  const keys = mails.map(keyOf)
  if (JSON.stringify(keys) === JSON.stringify(buttonsOf(list).map(({ dataset }) => dataset.key))) {
    return
  }
  const focused = document.activeElement
  const focusedKey = focused instanceof HTMLButtonElement ? focused.dataset.key : undefined
  list.replaceChildren(...mails.map((mail) => itemOf(mail, now, choose)))
  if (focusedKey !== undefined) focusMail(focusedKey)
}

/** Marks the mail that is shown. */
export function markMail(key: string | undefined): void {
  for (const button of buttonsOf(document)) {
    if (button.dataset.key === key) button.setAttribute('aria-current', 'true')
    else button.removeAttribute('aria-current')
  }
}

/** Focuses a mail in the list, if it is there. */
export function focusMail(key: string | undefined): void {
  buttonsOf(document)
    .find((button) => button.dataset.key === key)
    ?.focus()
}

function buttonsOf(root: ParentNode): HTMLButtonElement[] {
  return [...root.querySelectorAll<HTMLButtonElement>('button[data-key]')]
}

function itemOf(mail: CapturedMail, now: Date, choose: (key: string) => void): DocumentFragment {
  const template = partOfPage(document, '#list-item', HTMLTemplateElement)
  const item = document.importNode(template.content, true)
  const button = partOfPage(item, 'button', HTMLButtonElement)
  const key = keyOf(mail)
  button.dataset.key = key
  button.addEventListener('click', () => choose(key))
  partOfPage(item, '.item-to', HTMLElement).textContent = mail.to
  partOfPage(item, '.item-subject', HTMLElement).textContent = mail.subject || '(no subject)'
  formatShortTime(partOfPage(item, 'time', HTMLTimeElement), mail.at, now)
  return item
}
