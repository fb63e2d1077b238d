import { useEffect, useRef } from 'react'
import { useTheme } from '../../ui/theme'

/** The elements that the preview shows. It leaves out all others. */
const shown = 'div, p, h1, h2, table, tbody, tr, th, td, span, a, br'

/**
 * A mail as its reader sees it, in this page's theme. It is in a shadow tree, so that its styles affect nothing
 * else. A frame would inherit the page's policy, which forbids `style` attributes.
 */
export function MailPreview({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  const theme = useTheme()

  useEffect(() => {
    const host = place.current
    if (!host) return
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    const mail = document.createElement('template')
    // The policy forbids `style` attributes even in an invisible document, and reports each.
    mail.innerHTML = html.replaceAll(' style="', ' data-style="')
    const styles = new CSSStyleSheet()
    const media = theme === 'dark' ? 'all' : 'not all'
    styles.replaceSync(
      (mail.content.querySelector('style')?.textContent ?? '').replace(
        '(prefers-color-scheme: dark)',
        media,
      ),
    )
    root.adoptedStyleSheets = [styles]
    root.replaceChildren(...copiesOf(mail.content.childNodes))
  }, [html, theme])

  return <div ref={place} inert />
}

/**
 * @returns copies of text nodes and elements without links. Styles are set by script, because the policy forbids
 * the attribute.
 */
function copiesOf(nodes: NodeListOf<ChildNode>): Node[] {
  return [...nodes].flatMap((node): Node[] => {
    if (node instanceof Text) return [document.createTextNode(node.data)]
    if (!(node instanceof HTMLElement) || !node.matches(shown)) return []
    const copy = document.createElement(node.localName)
    copy.className = node.className
    copy.style.cssText = node.dataset.style ?? ''
    copy.append(...copiesOf(node.childNodes))
    return [copy]
  })
}
