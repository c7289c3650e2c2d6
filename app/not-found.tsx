import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { words } from './words'

export const metadata = { title: words.missing }

/** Whatever has no page, and whatever is somebody else's. */
export default function NotFound() {
  return (
    <div className="mx-auto flex max-w-2xl flex-col items-start gap-4 pt-8 sm:pt-16">
      <h1 className="text-2xl font-semibold tracking-tight">{words.nothing}</h1>
      <p className="text-soft">{words.nothingText}</p>
      <Button asChild look="primary">
        <Link href="/">{words.start}</Link>
      </Button>
    </div>
  )
}
