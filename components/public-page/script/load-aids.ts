import { isShortcut } from '@/components/shortcut-key'
import { rememberedTextView } from '@/components/transcript-viewer/aids/text-view'
import type { Line } from '@/components/transcript-viewer/line'
import type { AidsContext } from './reading-aids'

/** Where the script is served that the build bundles of `reading-aids.ts`. */
declare const READING_AIDS_ADDRESS: string

const SIGNS_OF_USE = ['pointermove', 'touchstart', 'keydown'] as const

/**
 * Loads the reading aids (times beside passages, quotes, links, views) at the first interaction with the page, or
 * immediately if the browser remembers a view. The page itself has no script for them.
 */
export function loadAidsWhenUsed(text: HTMLElement, lines: readonly Pick<Line, 'start'>[], context: AidsContext): void {
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
