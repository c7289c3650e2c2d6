import { copyOnClick } from './copy-on-click'
import { followLine } from './follow-line'
import { offerThemes } from './offer-themes'
import { readAlong } from './read-along'
import { readLines } from './read-lines'
import { searchText } from './search-text'

/** What a public page can do with a script: all of it. The page is whole without. */
function enhancePage(): void {
  const one = (selector: string) => document.querySelector<HTMLElement>(selector)
  const [text, chip, bar, copy, notice] = [
    '[data-text]',
    '[data-resume]',
    'search',
    '[data-copy]',
    '[data-notice]',
  ].map(one)
  const themes = document.querySelector<HTMLSelectElement>('select[name=theme]')
  if (themes) offerThemes(themes)
  if (copy && notice) copyOnClick(copy, notice)
  if (!text || !chip) return
  const lines = readLines(text)
  const follow = followLine(chip)
  readAlong(text, lines, follow.show)
  if (bar) searchText(bar, text, lines, follow.pause)
}

enhancePage()
