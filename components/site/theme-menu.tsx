'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { chooseTheme } from './choose-theme'
import { parseTheme, THEMES, type Theme } from './theme'
import { words } from './theme-words'

const ICONS = { system: Monitor, light: Sun, dark: Moon }

/**
 * The choice between light, dark and the system's wish, remembered for a year. It is the browser's own list, laid
 * unseen over its icon: it stands on every page, so it should weigh nothing.
 */
export function ThemeMenu({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial)
  const choose = (value: string) => {
    const chosen = parseTheme(value)
    setTheme(chosen)
    chooseTheme(chosen)
  }
  return (
    <span className="relative inline-flex size-10 items-center justify-center rounded-md text-soft hover:bg-sunken hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent">
      {THEMES.map((name) => {
        const Icon = ICONS[name]
        return (
          <span key={name} data-theme-icon={name} hidden={name !== theme}>
            <Icon className="size-4.5" strokeWidth={1.75} aria-hidden="true" />
          </span>
        )
      })}
      <select
        name="theme"
        aria-label={words.theme}
        title={words.themes[theme]}
        value={theme}
        onChange={(event) => choose(event.target.value)}
        className="absolute inset-0 size-full appearance-none rounded-md bg-raised text-sm text-ink opacity-0"
      >
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {words.themes[name]}
          </option>
        ))}
      </select>
    </span>
  )
}
