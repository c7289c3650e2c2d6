import { toast } from '@/components/ui/toast'
import { words } from './words'
import { writeClipboard } from './write-clipboard'

/** Copies a text, which may be a promise, to the clipboard and shows a notice. Returns whether it worked. */
export async function copyText(text: string | Promise<string>, said: string = words.copied): Promise<boolean> {
  const trouble = await writeClipboard(text)
  if (trouble) toast.error(trouble)
  else toast.success(said)
  return trouble === null
}
