import { toast } from 'sonner'

/**
 * Puts a text on the clipboard, says so, and tells whether it worked. The text may still be on its way: the clipboard is
 * asked at once, while the click that allows it is fresh.
 */
export async function copyText(text: string | Promise<string>, said = 'Copied'): Promise<boolean> {
  // Absent where the page came neither over https nor from this machine.
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (!clipboard) {
    toast.error('The browser lets a page copy only over https or on localhost. Select the text and copy it by hand.')
    return false
  }
  try {
    const blob = Promise.resolve(text).then((value) => new Blob([value], { type: 'text/plain' }))
    await clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    toast.success(said)
    return true
  } catch {
    toast.error('It could not be copied. Select the text and copy it by hand.')
    return false
  }
}
