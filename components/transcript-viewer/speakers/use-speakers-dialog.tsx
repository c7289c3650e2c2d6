import { type MouseEvent, type ReactNode, useCallback, useState } from 'react'
import { useOnDemand } from '@/components/use-on-demand'
import type { Speaker } from '@/lib/captions/speakers'

/** The dialog that names speakers, whose script is loaded when it is first opened. */
export function useSpeakersDialog(
  libraryItemId: string,
  speakers: readonly Speaker[],
): { open: (event: MouseEvent) => void; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false)
  const { part, want } = useOnDemand(() => import('./speakers-dialog'))
  const open = useCallback(
    (event: MouseEvent) => {
      want(event)
      setIsOpen(true)
    },
    [want],
  )
  const dialog = part && (
    <part.SpeakersDialog libraryItemId={libraryItemId} speakers={speakers} open={isOpen} onOpenChange={setIsOpen} />
  )
  return { open, dialog }
}
