import Link from 'next/link'
import { words } from '@/app/words'
import { PageHeading } from '@/components/site/page-heading'
import { Button } from '@/components/ui/button'

/** The page for something that the account does not have, or has deleted. */
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
