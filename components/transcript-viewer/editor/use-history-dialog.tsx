import { type ReactNode, useCallback, useState } from 'react'
import { toast } from '@/components/ui/toast'
import { words } from '@/components/words'

type HistoryModule = typeof import('./history-dialog')

/** The dialog with the history of a text, whose script is loaded when it is first opened. */
export function useHistoryDialog(libraryItemId: string): { open: () => void; dialog: ReactNode } {
  const [part, setPart] = useState<HistoryModule | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const open = useCallback(() => {
    setIsOpen(true)
    import('./history-dialog').then(setPart, () => toast.error(words.notFetched))
  }, [])
  const dialog = part && <part.HistoryDialog libraryItemId={libraryItemId} open={isOpen} onOpenChange={setIsOpen} />
  return { open, dialog }
}
