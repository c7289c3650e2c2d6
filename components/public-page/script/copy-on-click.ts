import { writeClipboard } from '@/components/ui/write-clipboard'
import { words } from './words'

const NOTICE_MS = 4_000

async function fetchText(address: string): Promise<string> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(words.notFetched(response.status))
  return response.text()
}

/** Shows a notice for some seconds. */
export type Notify = (text: string) => void

/** Shows notices in an element of the page. */
export function noticesIn(element: HTMLElement): Notify {
  let clearing: number | undefined
  return (text) => {
    element.textContent = text
    window.clearTimeout(clearing)
    clearing = window.setTimeout(() => element.replaceChildren(), NOTICE_MS)
  }
}

/** Copies a text, which may be a promise, and reports the result: `said`, or what went wrong. */
export async function copyAndNotify(text: string | Promise<string>, said: string, notify: Notify): Promise<void> {
  notify((await writeClipboard(text)) ?? said)
}

/** Lets a button copy the document that it names. */
export function copyOnClick(button: HTMLElement, notify: Notify): void {
  button.addEventListener('click', () => void copyAndNotify(fetchText(button.dataset.copy ?? ''), words.copied, notify))
}
