import { NothingHere } from '@/components/site/nothing-here'
import { Button } from '@/components/ui/button'
import { words } from './words'

/** What stands at an address where nothing is published. */
export function NothingPublished() {
  return (
    <NothingHere title={words.gone} text={words.goneDetail}>
      <Button asChild look="primary">
        <a href="/">{words.start}</a>
      </Button>
    </NothingHere>
  )
}
