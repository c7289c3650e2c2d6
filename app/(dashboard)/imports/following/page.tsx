import type { Metadata } from 'next'
import { pageActor } from '@/app/page-actor'
import { pageParameters } from '@/app/page-parameters'
import { parseSearchParams, type SearchParams } from '@/app/search-params'
import { PageHeading } from '@/components/site/page-heading'
import { WatchScreen } from '@/components/watches/watch-screen'
import { words } from '@/components/watches/words'
import { listWatches } from '@/lib/watches/find-watch'

export const metadata: Metadata = { title: words.title, robots: { index: false } }

const SHOWN = 50

/** The page of watches. `url`: a link to watch, filled into the form. */
export default async function WatchesPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await pageActor()
  if (!actor) return null
  const { url } = await parseSearchParams(pageParameters['(dashboard)/imports/following/page.tsx'], searchParams)
  return (
    <>
      <PageHeading title={words.title} lead={words.lead} />
      <WatchScreen initial={await listWatches(actor, { limit: SHOWN })} url={url} />
    </>
  )
}
