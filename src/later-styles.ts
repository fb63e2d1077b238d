/**
 * A prerendered page has the styles of its screen inlined, and names the file with those of the whole
 * app for later: asked for at once, it would share the line with the code.
 */
let loading: Promise<void> | undefined

/** Asks for the styles of the whole app where the page came without them. */
export function loadStyles(): Promise<void> {
  loading ??= load()
  return loading
}

function load(): Promise<void> {
  const { styles } = document.documentElement.dataset
  if (styles === undefined) return Promise.resolve()
  return new Promise((resolve) => {
    // The boot script may have asked for them already.
    const asked = document.querySelector<HTMLLinkElement>(`link[href="${styles}"]`)
    if (asked?.sheet) return resolve()
    const link = asked ?? document.createElement('link')
    link.rel = 'stylesheet'
    link.href = styles
    // Without them the app looks bare and works.
    link.onload = link.onerror = () => resolve()
    if (!asked) document.head.append(link)
  })
}
