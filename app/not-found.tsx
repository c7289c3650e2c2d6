import Link from 'next/link'
import { NothingHere } from '@/components/site/nothing-here'
import { Button } from '@/components/ui/button'

export const metadata = { title: 'Not found' }

/** Whatever has no page, and whatever is somebody else's. */
export default function NotFound() {
  return (
    <NothingHere
      title="There is nothing here"
      text="Check the address. A transcript is shown only to whoever had it made."
    >
      <Button asChild look="primary">
        <Link href="/">Start with a recording</Link>
      </Button>
    </NothingHere>
  )
}
