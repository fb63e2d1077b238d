/** The two looks a dashboard's address can ask for, named as Metabase names them. */
export type Theme = 'transparent' | 'night'

/**
 * @param fragment the address's fragment, as in `location.hash`
 * @returns its `theme`; 'transparent' where it is missing or unknown
 */
export function themeFrom(fragment: string): Theme {
  const theme = new URLSearchParams(fragment.replace(/^#/, '')).get('theme')
  return theme === 'night' ? 'night' : 'transparent'
}

/**
 * Applies the fragment's theme now and whenever only the fragment changes (D24). The fragment alone
 * decides: the app tells the frame its theme through it.
 *
 * @param onChange called after a change has been applied, never for the first theme
 */
export function followTheme(onChange: () => void): void {
  const apply = () => {
    const theme = themeFrom(location.hash)
    document.documentElement.dataset.theme = theme
    document.documentElement.classList.toggle('dark', theme === 'night')
  }
  apply()
  addEventListener('hashchange', () => {
    apply()
    onChange()
  })
}
