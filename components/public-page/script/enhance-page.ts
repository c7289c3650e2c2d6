import { chooseTheme, parseTheme } from '@/components/site/theme/theme'
import { words } from '@/components/site/theme/words'
import type { Line } from '@/components/transcript-viewer/line'
import { copyOnClick, noticesIn } from './copy-on-click'
import { followLine } from './follow-line'
import { loadAidsWhenUsed } from './load-aids'
import { loadSearchWhenUsed } from './load-search'
import { readAlong } from './read-along'
import { reportHeight } from './report-height'

/** Everything that a public page does with a script. It can be read without one. */
function enhancePage(): void {
  const one = (selector: string) => document.querySelector<HTMLElement>(selector)
  const [text, chip, bar, copy, notice] = [
    '[data-text]',
    '[data-resume]',
    'search',
    '[data-copy]',
    '[data-notice]',
  ].map(one)
  const notify = notice ? noticesIn(notice) : () => undefined
  const themes = document.querySelector<HTMLSelectElement>('select[name=theme]')
  reportHeight()
  if (themes) offerThemes(themes)
  if (copy) copyOnClick(copy, notify)
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-menu]')) closeOutside(menu)
  if (!text || !chip) return
  const lines = readLines(text)
  const follow = followLine(chip)
  const position = readAlong(text, lines, follow.show)
  loadAidsWhenUsed(text, lines, { notify, position, pause: follow.pause })
  if (bar) loadSearchWhenUsed(bar, text, lines, follow.pause)
}

enhancePage()

/** The lines of the text on the page. The data beside it has the start of each in seconds. */
function readLines(text: Element): Pick<Line, 'start' | 'text'>[] {
  const starts = document.querySelector<HTMLDataElement>('data[data-starts]')?.value.split(' ').map(Number) ?? []
  return Array.from(text.querySelectorAll('[data-line]'), (line, index) => ({
    start: starts[index] ?? 0,
    text: line.textContent ?? '',
  }))
}

/** Makes the list of themes switch the theme. */
function offerThemes(list: HTMLSelectElement): void {
  list.addEventListener('change', () => {
    const theme = parseTheme(list.value)
    chooseTheme(theme)
    list.title = words.themes[theme]
    for (const icon of document.querySelectorAll<HTMLElement>('[data-theme-icon]'))
      icon.hidden = icon.dataset.themeIcon !== theme
  })
}

/** Closes a menu with Escape, and with a press anywhere else. */
function closeOutside(menu: HTMLDetailsElement): void {
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false
  })
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
}
