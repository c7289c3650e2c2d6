import { Globe } from 'lucide-react'
import { MenuButton } from '@/components/ui/menu-button'
import type { Published } from '@/lib/publishing/contract'
import { useOnDemand } from '../use-on-demand'
import { words } from './words'

type Props = {
  libraryItemId: string
  /** The public page of the item; null where it has none. */
  published: Published | null
  onChange: (published: Published | null) => void
}

/**
 * Whether a transcript is public, and a panel that publishes and unpublishes it. Few readers publish, so the panel's script is
 * loaded when it is first opened.
 */
export function PublishButton({ libraryItemId, published, onChange }: Props) {
  const { part, want } = useOnDemand(() => import('./open-publish-panel'))
  const button = { Icon: Globe, label: published ? words.isPublic : words.publish, opens: 'dialog' } as const
  if (!part) return <MenuButton {...button} onClick={want} />
  const subject = { libraryItemId, published, onChange }
  return <part.OpenPublishPanel trigger={<MenuButton {...button} />} {...subject} />
}
