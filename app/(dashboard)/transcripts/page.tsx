import type { Metadata } from 'next'
import Link from 'next/link'
import { pageActor } from '@/app/page-actor'
import { pageParameters } from '@/app/page-parameters'
import { parseSearchParams, type SearchParams } from '@/app/search-params'
import { isEmpty } from '@/components/library/library-address'
import { LibraryScreen } from '@/components/library/library-screen'
import { words } from '@/components/library/words'
import { PageHeading } from '@/components/site/page-heading'
import { Button } from '@/components/ui/button'
import { CAPTION_ENDINGS } from '@/lib/captions/formats/formats'
import { listTranscriptions } from '@/lib/library/list-transcriptions'
import { findTextLanguages } from '@/lib/library/queries/find-text-languages'

export const metadata: Metadata = { title: words.title, robots: { index: false } }

type Props = { searchParams: SearchParams }

/** Everything the account has had transcribed, as the address narrows and orders it. */
export default async function TranscriptsPage({ searchParams }: Props) {
  const actor = await pageActor()
  if (!actor) return null
  const query = await parseSearchParams(pageParameters['(dashboard)/transcripts/page.tsx'], searchParams)
  const [initial, languages] = await Promise.all([listTranscriptions(actor, query), findTextLanguages(actor.userId)])
  // An empty list has the form itself.
  const action = !isEmpty(query, initial) && (
    <Button asChild variant="primary">
      <Link href="/">{words.new}</Link>
    </Button>
  )
  return (
    <>
      <PageHeading title={words.title} action={action} />
      <LibraryScreen query={query} initial={initial} languages={languages} captionEndings={CAPTION_ENDINGS} />
    </>
  )
}
