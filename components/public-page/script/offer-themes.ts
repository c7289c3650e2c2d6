import { chooseTheme } from '@/components/site/choose-theme'
import { parseTheme } from '@/components/site/theme'
import { words } from '@/components/site/theme-words'

/** Lets the list of themes choose one. */
export function offerThemes(list: HTMLSelectElement): void {
  list.addEventListener('change', () => {
    const theme = parseTheme(list.value)
    chooseTheme(theme)
    list.title = words.themes[theme]
    for (const icon of document.querySelectorAll<HTMLElement>('[data-theme-icon]'))
      icon.hidden = icon.dataset.themeIcon !== theme
  })
}
