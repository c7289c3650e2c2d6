import Link from 'next/link'
import { Button } from '@/components/ui/button'

export const metadata = { title: 'Not found' }

/** Whatever has no page, and whatever is somebody else's. */
export default function NotFound() {
  return (
    <div className="mx-auto flex max-w-2xl flex-col items-start gap-4 pt-8 sm:pt-16">
      <h1 className="text-2xl font-semibold tracking-tight">There is nothing here</h1>
      <p className="text-soft">Check the address. A transcript is shown only to whoever had it made.</p>
      <Button asChild look="primary">
        <Link href="/">Start with a recording</Link>
      </Button>
    </div>
  )
}
