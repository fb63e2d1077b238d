import { Moon, Sun } from 'lucide-react'
import { IconButton } from '../ui/IconButton'
import { toggleTheme, useTheme } from '../ui/theme'

/** Switches between light and dark. */
export function ThemeToggle() {
  const isDark = useTheme() === 'dark'
  return (
    <IconButton
      label={isDark ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={toggleTheme}
    >
      <Moon className="size-[18px] dark:hidden" aria-hidden="true" />
      <Sun className="hidden size-[18px] dark:block" aria-hidden="true" />
    </IconButton>
  )
}
