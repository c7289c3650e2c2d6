import { Ellipsis } from 'lucide-react'
import { MenuButton } from '@/components/ui/menu-button'
import { useOnDemand } from '@/components/use-on-demand'
import { words } from '../words'
import type { MoreActions } from './open-more-menu'

/** The menu of everything else that can be done with a transcript. Its script is loaded when it is first opened. */
export function MoreMenu(actions: MoreActions) {
  const { part, byKeyboard, want } = useOnDemand(() => import('./open-more-menu'))
  const button = { Icon: Ellipsis, label: words.more, title: words.moreActions, 'aria-label': words.moreActions }
  if (!part) return <MenuButton {...button} onClick={want} />
  return <part.OpenMoreMenu {...actions} trigger={<MenuButton {...button} />} byKeyboard={byKeyboard} />
}
