import { words } from './words'

/**
 * Puts a text on the clipboard. Returns null, or what to do in words where that can't be. The text may still be on its
 * way: the clipboard is asked at once, while the click that allows it is fresh.
 */
export async function writeClipboard(text: string | Promise<string>): Promise<string | null> {
  // Absent where the page came neither over https nor from this machine.
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (!clipboard) return words.noClipboard
  try {
    const blob = Promise.resolve(text).then((value) => new Blob([value], { type: 'text/plain' }))
    await clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    return null
  } catch {
    return words.notCopied
  }
}
