'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { Menu, MenuRadioItem } from '@/components/ui/menu'
import { parseTheme, THEMES, type Theme } from './theme'
import { words } from './words'

const LABELS: Record<Theme, string> = words.themes
const ICONS = { system: Monitor, light: Sun, dark: Moon }

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** The switch between light, dark and the system's wish. The choice is remembered for a year. */
export function ThemeMenu({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial)
  const Icon = ICONS[theme]
  const choose = (value: string) => {
    const chosen = parseTheme(value)
    setTheme(chosen)
    apply(chosen)
    void fetch('/preferences/theme', { method: 'POST', body: new URLSearchParams({ theme: chosen }), keepalive: true })
  }
  return (
    <Menu
      trigger={
        <IconButton label={words.theme(LABELS[theme])}>
          <Icon className="size-4" aria-hidden="true" />
        </IconButton>
      }
    >
      <DropdownMenu.RadioGroup value={theme} onValueChange={choose}>
        {THEMES.map((name) => (
          <MenuRadioItem key={name} value={name}>
            {LABELS[name]}
          </MenuRadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </Menu>
  )
}
