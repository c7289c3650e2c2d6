import { words } from './words'

/**
 * Writes a text to the clipboard. Returns null, or a message if that fails. The text may be a promise: the clipboard
 * must be called while the click that allows it is recent.
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
