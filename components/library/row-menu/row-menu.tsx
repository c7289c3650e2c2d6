import { Ellipsis } from 'lucide-react'
import { IconButton } from '@/components/ui/button'
import { useOnDemand } from '@/components/use-on-demand'
import type { Transcription } from '@/lib/library/contract'
import { words } from '../words'

type Props = { transcription: Transcription; onDelete: () => void; onUnpublish: () => void }

/** The menu of a row of the list. Its script is loaded when it is first opened. */
export function RowMenu(subject: Props) {
  const { part, byKeyboard, want } = useOnDemand(() => import('./open-row-menu'))
  const label = words.more(subject.transcription.title ?? words.untitled)
  const button = { label, small: true, 'aria-haspopup': 'menu', 'aria-expanded': false } as const
  const icon = <Ellipsis className="size-4" aria-hidden="true" />
  return (
    <span className="relative z-10 shrink-0">
      {part ? (
        <part.OpenRowMenu {...subject} trigger={<IconButton {...button}>{icon}</IconButton>} byKeyboard={byKeyboard} />
      ) : (
        <IconButton {...button} onClick={want}>
          {icon}
        </IconButton>
      )}
    </span>
  )
}
