/**
 * Asks for the styles of the whole app where the page came without them. A prerendered page has the
 * styles of its screen inlined, and names the file with the others for later: asked for at once, it
 * would share the line with the code.
 */
export function loadStyles(): Promise<void> {
  const { styles } = document.documentElement.dataset
  if (styles === undefined) return Promise.resolve()
  // The boot script may have asked for them already.
  const asked = document.querySelector<HTMLLinkElement>(`link[href="${styles}"]`)
  if (asked?.sheet) return Promise.resolve()
  const link = asked ?? document.createElement('link')
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      // Without them the app looks bare and works. Whoever needs them then asks anew.
      link.remove()
      resolve()
    })
    if (asked) return
    link.rel = 'stylesheet'
    link.href = styles
    document.head.append(link)
  })
}
