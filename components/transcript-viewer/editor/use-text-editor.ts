import { useRouter } from 'next/navigation'
import { useCallback, useState, useTransition } from 'react'
import { toast } from '@/components/ui/toast'
import { words } from '@/components/words'

type EditorModule = typeof import('./editor')

/** Opens the editor in place of the text, and closes it once the page has the corrected text. Its script is loaded with the first use. */
export function useTextEditor(): { part: EditorModule | null; open: () => void; close: () => void } {
  const router = useRouter()
  const [part, setPart] = useState<EditorModule | null>(null)
  const [, startTransition] = useTransition()
  const open = useCallback(() => {
    import('./editor').then(setPart, () => toast.error(words.notFetched))
  }, [])
  const close = useCallback(() => {
    startTransition(() => {
      router.refresh()
      setPart(null)
    })
  }, [router])
  return { part, open, close }
}
