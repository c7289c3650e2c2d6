import { toast } from '@/components/ui/toast'
import { words } from './words'
import { writeClipboard } from './write-clipboard'

/** Puts a text on the clipboard, says so, and tells whether it worked. The text may still be on its way. */
export async function copyText(text: string | Promise<string>, said: string = words.copied): Promise<boolean> {
  const trouble = await writeClipboard(text)
  if (trouble) toast.error(trouble)
  else toast.success(said)
  return trouble === null
}
