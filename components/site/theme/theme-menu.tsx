'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useEffect, useState } from 'react'
import { chooseTheme, parseTheme, THEME_EVENT, THEMES, type Theme } from './theme'
import { words } from './words'

const ICONS = { system: Monitor, light: Sun, dark: Moon }

/**
 * The choice between light, dark and the system's preference, remembered for a year. A native select, invisible over
 * its icon and name, keeps every page light.
 */
export function ThemeMenu({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial)
  const choose = (value: string) => {
    const chosen = parseTheme(value)
    setTheme(chosen)
    chooseTheme(chosen)
  }
  useEffect(() => {
    // The command palette chooses themes too.
    const update = (event: Event) => setTheme((event as CustomEvent<Theme>).detail)
    window.addEventListener(THEME_EVENT, update)
    return () => window.removeEventListener(THEME_EVENT, update)
  }, [])
  return (
    <span className="relative inline-flex h-10 items-center gap-2 rounded-md px-3 text-sm text-soft hover:bg-sunken hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent">
      {THEMES.map((name) => {
        const Icon = ICONS[name]
        return (
          <span key={name} data-theme-icon={name} hidden={name !== theme}>
            <Icon className="size-4.5" strokeWidth={1.75} aria-hidden="true" />
          </span>
        )
      })}
      <span aria-hidden="true" className="max-[23.5rem]:hidden">
        {words.theme}
      </span>
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
