import Link from 'next/link'
import { PageHeading } from '@/components/site/page-heading'
import { Button } from '@/components/ui/button'

/** What the account has not, or has no longer. */
export default function NotFound() {
  return (
    <>
      <PageHeading
        title="There is nothing here"
        lead="Check the address. What belongs to another account is not shown."
      />
      <Button asChild look="primary">
        <Link href="/transcripts">Your transcripts</Link>
      </Button>
    </>
  )
}
