import { isShortcut } from '@/components/shortcut-key'
import { chooseTheme, parseTheme } from '@/components/site/theme/theme'
import { words } from '@/components/site/theme/words'
import { rememberedTextView } from '@/components/transcript-viewer/aids/text-view'
import type { Line } from '@/components/transcript-viewer/line'
import { focusSearchOnKey } from '@/components/transcript-viewer/search/search-keys'
import { observeVisibility, onScrollByHand, scrollToElement } from '@/components/transcript-viewer/text/scrolling'
import { copyOnClick, noticesIn } from './copy-on-click'
import { readAlong } from './read-along'
import type { AidsContext } from './reading-aids'

/** Reports the height of an embedded transcript to the page around it, which can then make room for it. */
function reportHeight(): void {
  const main = document.querySelector('main')
  if (!main || window.parent === window) return
  const report = () => {
    const height = Math.ceil(main.getBoundingClientRect().height)
    // The message has no secret, and any page may embed.
    window.parent.postMessage({ type: 'verbatim:height', height }, '*')
  }
  new ResizeObserver(report).observe(main)
}

/** The address of the script that the build bundles of `search-text.ts`. */
declare const SEARCH_TEXT_ADDRESS: string

/**
 * Loads the search of the text at the first use of its field, or immediately if the browser has restored a query. The
 * query typed meanwhile runs once the script has loaded. `onSearch` is called for each search, before the page scrolls
 * to a hit.
 */
function loadSearchWhenUsed(
  bar: Element,
  text: Element,
  lines: readonly Pick<Line, 'text'>[],
  onSearch: () => void,
): void {
  const field = bar.querySelector('input')
  if (!field) return
  focusSearchOnKey(field)
  const load = () => {
    import(SEARCH_TEXT_ADDRESS).then(
      ({ searchText }: typeof import('./search-text')) => searchText(bar, text, lines, onSearch),
      // The browser's own search finds words all the same. The next use of the field tries again.
      () => field.addEventListener('focus', load, { once: true }),
    )
  }
  if (field.value || document.activeElement === field) load()
  else field.addEventListener('focus', load, { once: true })
}

/** The address of the script that the build bundles of `reading-aids.ts`. */
declare const READING_AIDS_ADDRESS: string

const SIGNS_OF_USE = ['pointermove', 'touchstart', 'keydown'] as const

/**
 * Loads the reading aids (times beside passages, quotes, links, views) at the first interaction with the page, or
 * immediately if the browser remembers a view. The page itself has no script for them.
 */
function loadAidsWhenUsed(text: HTMLElement, lines: readonly Pick<Line, 'start'>[], context: AidsContext): void {
  const controller = new AbortController()
  const loading = new AbortController()
  let chosen: HTMLElement | null = null
  let pressed: KeyboardEvent | null = null
  const load = () => {
    controller.abort()
    import(READING_AIDS_ADDRESS).then(
      ({ addReadingAids }: typeof import('./reading-aids')) => {
        loading.abort()
        addReadingAids(text, lines, context, pressed)
        chosen?.click()
      },
      // Without them the text can be read all the same.
      () => undefined,
    )
  }
  const rememberView = ({ target }: Event) => {
    chosen = target instanceof Element ? target.closest<HTMLElement>('[data-choose-view]') : null
  }
  const rememberKey = (event: KeyboardEvent) => {
    pressed = isShortcut(event) ? event : null
  }
  // A tap may choose a view, and a key ask for what the script does, before it has arrived.
  document.addEventListener('click', rememberView, { signal: loading.signal })
  window.addEventListener('keydown', rememberKey, { signal: loading.signal })
  if (rememberedTextView() !== 'paragraphs') load()
  else
    for (const sign of SIGNS_OF_USE) {
      window.addEventListener(sign, load, { signal: controller.signal, passive: true })
    }
}

const lineElement = (line: number) => document.querySelector(`[data-line="${line}"]`)

/**
 * Marks the spoken line and keeps it in view. Scrolling by hand pauses that until the chip is pressed, which is shown while the
 * line is out of view.
 */
function followLine(chip: HTMLElement): { show: (line: number) => void; pause: () => void } {
  let [shown, paused, inSight] = [-1, false, true]
  let unwatch: (() => void) | null = null
  const update = () => {
    chip.hidden = !paused || inSight || shown < 0
  }
  const pause = () => {
    paused ||= shown >= 0
    update()
  }
  onScrollByHand(pause)
  chip.addEventListener('click', () => {
    paused = false
    scrollToElement(lineElement(shown))
    update()
  })
  return {
    pause,
    show: (line) => {
      if (line === shown) return
      lineElement(shown)?.removeAttribute('aria-current')
      shown = line
      lineElement(line)?.setAttribute('aria-current', 'true')
      if (!paused) scrollToElement(lineElement(line))
      unwatch?.()
      unwatch = observeVisibility(line, (seen) => {
        inSight = seen
        update()
      })
    },
  }
}

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
