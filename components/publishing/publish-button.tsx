import { Globe } from 'lucide-react'
import { MenuButton } from '@/components/ui/menu-button'
import { useOnDemand } from '../use-on-demand'
import { words } from './words'

/** Makes a transcript public, and shows where; or takes it back. Few readers publish, so the script comes with the first click. */
export function PublishButton({ entryId }: { entryId: string }) {
  const { part, want } = useOnDemand(() => import('./open-publish-panel'))
  const button = { Icon: Globe, label: words.publish, opens: 'dialog' } as const
  if (!part) return <MenuButton {...button} onClick={want} />
  return <part.OpenPublishPanel trigger={<MenuButton {...button} />} entryId={entryId} />
}
