import { NothingHere } from '@/components/site/nothing-here'
import { Button } from '@/components/ui/button'
import { words } from './words'

/** The page of an address where nothing is published, or where an operator has taken it down: `takedown` says why. */
export function NothingPublished({ takedown }: { takedown: string | null }) {
  const said =
    takedown === null
      ? { title: words.gone, text: words.goneDetail }
      : { title: words.takenDown, text: takedown, time: '4:51' }
  return (
    <NothingHere {...said}>
      <Button asChild variant="primary">
        <a href="/">{words.start}</a>
      </Button>
    </NothingHere>
  )
}
