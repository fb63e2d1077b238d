import { focusMail, markMail, renderMailList } from './mail-list'
import { followPartSwitch, renderMail } from './mail-view'
import { type CapturedMail, fetchMails, keyOf } from './mails'
import { partOfPage } from './part-of-page'
import './styles.css'
import { followTheme } from './theme'

/** How often to look for new mails, in ms. */
const interval = 3_000

const mailbox = partOfPage(document, '#mailbox', HTMLElement)
const failure = partOfPage(document, '#failure', HTMLElement)
const refreshButton = partOfPage(document, '#refresh', HTMLButtonElement)

let mails: CapturedMail[] = []
/** The server's time, as of its last answer. */
let now = new Date()
/** In mock mode the API runs in this page. */
const started = import.meta.env.MODE === 'mock' ? startApi() : undefined
/** The key of the chosen mail; until then the newest shows. */
let chosen: string | null = null
let refreshing = false
/** The failure that is shown. The page's own text may be a browser's translation of it. */
let shownFailure = ''

function shownMail(): CapturedMail | undefined {
  return mails.find((mail) => keyOf(mail) === chosen) ?? mails[0]
}

async function startApi(): Promise<void> {
  const { startMockMode } = await import('../../../mocks/browser')
  await startMockMode()
}

function draw(): void {
  mailbox.dataset.state = mails.length > 0 ? 'mails' : 'empty'
  partOfPage(document, '#count', HTMLElement).textContent = String(mails.length)
  renderMailList(mails, now, choose)
  const shown = shownMail()
  if (!shown) return
  markMail(keyOf(shown))
  renderMail(shown)
}

async function refresh(): Promise<void> {
  if (refreshing) return
  refreshing = true
  refreshButton.setAttribute('aria-busy', 'true')
  try {
    await started
    const answer = await fetchMails()
    mails = answer.mails
    now = answer.now
    failure.hidden = true
    draw()
  } catch (error) {
    if (mailbox.dataset.state === 'loading') mailbox.dataset.state = 'failed'
    // Changes the text only if it differs, so that screen readers don't repeat it.
    const message = error instanceof Error ? error.message : String(error)
    if (message !== shownFailure) partOfPage(failure, 'p', HTMLElement).textContent = message
    shownFailure = message
    failure.hidden = false
  } finally {
    refreshing = false
    refreshButton.removeAttribute('aria-busy')
  }
}

/** On a phone the mail takes the list's place, and the focus goes with it. */
function choose(key: string): void {
  chosen = key
  mailbox.dataset.reading = 'yes'
  draw()
  const isNarrow = getComputedStyle(partOfPage(document, '#back', HTMLElement)).display !== 'none'
  if (isNarrow) partOfPage(document, '#subject', HTMLElement).focus()
}

function goBack(): void {
  delete mailbox.dataset.reading
  focusMail(chosen ?? undefined)
}

function refreshWhenVisible(): void {
  if (document.visibilityState === 'visible') void refresh()
}

followTheme(() => mails.length > 0 && draw())
followPartSwitch()
partOfPage(document, '#back', HTMLElement).addEventListener('click', goBack)
refreshButton.addEventListener('click', refresh)
partOfPage(document, '#try-again', HTMLElement).addEventListener('click', refresh)
document.addEventListener('visibilitychange', refreshWhenVisible)
setInterval(refreshWhenVisible, interval)
void refresh()
