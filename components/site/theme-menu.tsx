'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { Menu, MenuRadioItem } from '@/components/ui/menu'
import { chooseTheme } from './choose-theme'
import { parseTheme, THEME_LABELS, THEMES, type Theme } from './theme'

const ICONS = { system: Monitor, light: Sun, dark: Moon }

/** The switch between light, dark and the system's wish. The choice is remembered for a year. */
export function ThemeMenu({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial)
  const Icon = ICONS[theme]
  const choose = (value: string) => {
    const chosen = parseTheme(value)
    setTheme(chosen)
    chooseTheme(chosen)
  }
  return (
    <Menu
      trigger={
        <IconButton label={`Theme: ${THEME_LABELS[theme].toLowerCase()}`}>
          <Icon className="size-4" aria-hidden="true" />
        </IconButton>
      }
    >
      <DropdownMenu.RadioGroup value={theme} onValueChange={choose}>
        {THEMES.map((name) => (
          <MenuRadioItem key={name} value={name}>
            {THEME_LABELS[name]}
          </MenuRadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </Menu>
  )
}
