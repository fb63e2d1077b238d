/**
 * @param fragment the address's fragment, as in `location.hash`
 * @returns whether the fragment asks for the dark look by Metabase's name: `theme=night`.
 */
function isNight(fragment: string): boolean {
  return new URLSearchParams(fragment.replace(/^#/, '')).get('theme') === 'night'
}

/**
 * Applies the fragment's theme now and whenever only the fragment changes (D24): the app tells the
 * frame its theme through it.
 *
 * @param onChange called after a change has been applied, never for the first theme
 */
export function followTheme(onChange: () => void): void {
  const apply = () => document.documentElement.classList.toggle('dark', isNight(location.hash))
  apply()
  addEventListener('hashchange', () => {
    apply()
    onChange()
  })
}
