import { NothingHere } from '@/components/site/nothing-here'
import { Button } from '@/components/ui/button'
import { words } from './words'

/**
 * The page of an address where nothing is published, or which an operator has taken down: `takedown` is the reason. In
 * a frame its link opens a new tab.
 */
export function NothingPublished({ takedown, isFramed = false }: { takedown: string | null; isFramed?: boolean }) {
  const said =
    takedown === null
      ? { title: words.gone, text: words.goneDetail }
      : { title: words.takenDown, text: takedown, time: '4:51' }
  return (
    <NothingHere {...said}>
      <Button asChild variant="primary">
        <a href="/" target={isFramed ? '_blank' : undefined} rel={isFramed ? 'noopener' : undefined}>
          {words.start}
        </a>
      </Button>
    </NothingHere>
  )
}
