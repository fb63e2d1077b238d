/**
 * Asks for Inter, for which a font of the same measures stands in until then (`src/fallback-font.css`).
 * Its rules follow its file: before it, they would have the page laid out once for themselves and once
 * for the file, a tenth of a second each on a slow phone.
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
