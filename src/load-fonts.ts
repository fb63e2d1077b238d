/**
 * Loads Inter; a font with the same metrics stands in until then (`src/fallback-font.css`). The file loads
 * before its rules: the other way round the page is laid out twice, 0.1 s each on a slow phone.
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
