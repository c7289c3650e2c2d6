'use client'

import { useState } from 'react'
import { chooseTheme, THEMES, type Theme } from '@/components/site/theme/theme'
import { words as themeWords } from '../site/theme/words'
import { words } from './words'

/** The appearance of the pages in this browser. */
export function Appearance({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial)
  const choose = (chosen: Theme) => {
    setTheme(chosen)
    chooseTheme(chosen)
  }
  return (
    <section aria-labelledby="appearance" className="flex flex-col gap-3">
      <h2 id="appearance" className="text-lg font-semibold tracking-tight">
        {words.appearance}
      </h2>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="pb-3 text-soft">{words.appearanceText}</legend>
        {THEMES.map((name) => (
          <label
            key={name}
            className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md border border-hairline bg-raised px-4 text-sm has-checked:border-accent"
          >
            <input
              type="radio"
              name="theme"
              className="size-4 accent-accent"
              checked={theme === name}
              onChange={() => choose(name)}
            />
            {themeWords.themes[name]}
          </label>
        ))}
      </fieldset>
    </section>
  )
}
