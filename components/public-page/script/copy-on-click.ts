import { writeClipboard } from '@/components/ui/write-clipboard'
import { words } from './words'

const NOTICE_MS = 4_000

async function fetchText(address: string): Promise<string> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(words.notFetched(response.status))
  return response.text()
}

/** Lets a button put the document that it names on the clipboard, and says in `notice` what came of it. */
export function copyOnClick(button: HTMLElement, notice: HTMLElement): void {
  let clearing: number | undefined
  button.addEventListener('click', async () => {
    const trouble = await writeClipboard(fetchText(button.dataset.copy ?? ''))
    notice.textContent = trouble ?? words.copied
    window.clearTimeout(clearing)
    clearing = window.setTimeout(() => notice.replaceChildren(), NOTICE_MS)
  })
}
