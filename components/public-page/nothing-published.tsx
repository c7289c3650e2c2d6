import { NothingHere } from '@/components/site/nothing-here'
import { Button } from '@/components/ui/button'
import { words } from './words'

/** What stands at an address where nothing is published, or where the operator has taken it down: `takedown` says why. */
export function NothingPublished({ takedown }: { takedown: string | null }) {
  const said =
    takedown === null
      ? { title: words.gone, text: words.goneDetail }
      : { title: words.takenDown, text: takedown, time: '4:51' }
  return (
    <NothingHere {...said}>
      <Button asChild look="primary">
        <a href="/">{words.start}</a>
      </Button>
    </NothingHere>
  )
}
