import { Globe } from 'lucide-react'
import { useState } from 'react'
import { MenuButton } from '@/components/ui/menu-button'
import type { Published } from '@/lib/publishing/contract'
import { useOnDemand } from '../use-on-demand'
import { words } from './words'

/**
 * Whether a transcript is public, and a panel that makes it so or takes it back. Few readers publish, so the panel's script
 * comes as it is first opened. `initial` is where it was public when the page was made.
 */
export function PublishButton({ libraryItemId, initial }: { libraryItemId: string; initial: Published | null }) {
  const [published, setPublished] = useState(initial)
  const { part, want } = useOnDemand(() => import('./open-publish-panel'))
  const button = { Icon: Globe, label: published ? words.isPublic : words.publish, opens: 'dialog' } as const
  if (!part) return <MenuButton {...button} onClick={want} />
  const subject = { libraryItemId, published, onChange: setPublished }
  return <part.OpenPublishPanel trigger={<MenuButton {...button} />} {...subject} />
}
