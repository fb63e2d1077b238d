import type { Page } from '@playwright/test'

/**
 * Translates the page as Chrome does: each text goes into two `font` elements, which take the text node's place, also texts
 * that come later. The words stay, so that tests find them.
 */
export async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const isLeftAlone = (text: Text) =>
      text.data.trim() === '' ||
      text.parentElement?.closest('font, script, style, svg, title, textarea, [translate="no"]') !==
        null

    function translateIn(root: Node): void {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        if (isLeftAlone(text)) continue
        const outer = document.createElement('font')
        const inner = document.createElement('font')
        inner.textContent = text.data
        outer.append(inner)
        text.replaceWith(outer)
      }
    }

    new MutationObserver((changes) => {
      for (const { target } of changes) translateIn(target)
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
}
