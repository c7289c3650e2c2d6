import { Ellipsis } from 'lucide-react'
import { IconButton } from '@/components/ui/button'
import { useOnDemand } from '@/components/use-on-demand'
import { words } from '../words'
import type { MoreActions } from './open-more-menu'

/** The menu of everything else that can be done with a transcript. Its script is loaded when it is first opened. */
export function MoreMenu(actions: MoreActions) {
  const { part, byKeyboard, want } = useOnDemand(() => import('./open-more-menu'))
  const button = { label: words.more, 'aria-haspopup': 'menu', 'aria-expanded': false } as const
  const icon = <Ellipsis className="size-5" aria-hidden="true" />
  if (!part) {
    return (
      <IconButton {...button} onClick={want}>
        {icon}
      </IconButton>
    )
  }
  return (
    <part.OpenMoreMenu {...actions} trigger={<IconButton {...button}>{icon}</IconButton>} byKeyboard={byKeyboard} />
  )
}
