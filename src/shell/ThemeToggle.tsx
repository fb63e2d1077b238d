import { Moon, Sun } from 'lucide-react'
import { IconButton } from '../ui/IconButton'
import { toggleTheme, useTheme } from '../ui/theme'

/** Switches between light and dark; its name says what pressing it does. */
export function ThemeToggle() {
  const isDark = useTheme() === 'dark'
  const Icon = isDark ? Sun : Moon
  return (
    <IconButton
      label={isDark ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={toggleTheme}
    >
      <Icon className="size-[18px]" aria-hidden="true" />
    </IconButton>
  )
}
