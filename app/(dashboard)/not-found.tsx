import Link from 'next/link'
import { words } from '@/app/words'
import { PageHeading } from '@/components/site/page-heading'
import { Button } from '@/components/ui/button'

/** What the account has not, or has no longer. */
export default function NotFound() {
  return (
    <>
      <PageHeading title={words.nothing} lead={words.nothingOfYours} />
      <Button asChild variant="primary">
        <Link href="/transcripts">{words.yours}</Link>
      </Button>
    </>
  )
}
