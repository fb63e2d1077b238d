/**
 * Loads the styles of the whole app. A prerendered page inlines those of its screen and only names this file:
 * loaded at once, it would compete with the code.
 */
export function loadStyles(): Promise<void> {
  const { styles } = document.documentElement.dataset
  if (styles === undefined) return Promise.resolve()
  // The boot script may be loading them already.
  const asked = document.querySelector<HTMLLinkElement>(`link[href="${styles}"]`)
  if (asked?.sheet) return Promise.resolve()
  const link = asked ?? document.createElement('link')
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      // Without them the app looks bare but works. The next call tries again.
      link.remove()
      resolve()
    })
    if (asked) return
    link.rel = 'stylesheet'
    link.href = styles
    document.head.append(link)
  })
}
