/**
 * Applies the app's theme, now and whenever another tab changes it.
 * @param onChange called after a change.
 */
export function followTheme(onChange: () => void): void {
  apply()
  addEventListener('storage', () => {
    apply()
    onChange()
  })
}

function apply(): void {
  let theme: string | null = null
  try {
    theme = localStorage.getItem('theme')
  } catch {
    // Storage is blocked: the page stays light.
  }
  document.documentElement.classList.toggle('dark', theme === 'dark')
}
