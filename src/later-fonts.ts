/**
 * Asks for Inter, for which a font of the same measures stands in until then (`src/design.css`). Its
 * rules follow its file: the page is laid out again for each, a tenth of a second on a slow phone.
 */
export function loadFonts(): void {
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'font'
  link.crossOrigin = ''
  link.href = new URL('./fonts/inter-latin.woff2', import.meta.url).href
  link.onload = link.onerror = () => import('./fonts.css').catch(() => {})
  document.head.append(link)
}
