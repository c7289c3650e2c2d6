import { Button } from '@/components/ui/button'
import { words } from './words'

/** What stands at an address where nothing is published. */
export function NothingHere() {
  return (
    <div className="mx-auto flex max-w-2xl flex-col items-start gap-4 pt-8 sm:pt-16">
      <h1 className="text-2xl font-semibold tracking-tight">{words.gone}</h1>
      <p className="text-soft">{words.goneDetail}</p>
      <Button asChild look="primary">
        <a href="/">{words.start}</a>
      </Button>
    </div>
  )
}
