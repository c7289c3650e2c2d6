import Link from 'next/link'
import { NothingHere } from '@/components/site/nothing-here'
import { Button } from '@/components/ui/button'
import { words } from './words'

export const metadata = { title: words.missing }

/** The page for an unknown URL, and for things of other users. */
export default function NotFound() {
  return (
    <NothingHere title={words.nothing} text={words.nothingText}>
      <Button asChild variant="primary">
        <Link href="/">{words.start}</Link>
      </Button>
    </NothingHere>
  )
}
