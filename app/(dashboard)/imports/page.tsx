import type { Metadata } from 'next'
import { pageActor } from '@/app/page-actor'
import { pageParameters } from '@/app/page-parameters'
import { parseSearchParams, type SearchParams } from '@/app/search-params'
import { ImportForm } from '@/components/imports/choice/import-form'
import { ImportList } from '@/components/imports/import-list'
import { BATCHES_SHOWN } from '@/components/imports/items-a-page'
import { words } from '@/components/imports/words'
import { PageHeading } from '@/components/site/page-heading'
import { listBatches } from '@/lib/imports/batches/find-batch'
import { listImports } from '@/lib/imports/find-import'

export const metadata: Metadata = { title: words.title, robots: { index: false } }

/** The page of imports and their progress. `url`: a link to resolve immediately. */
export default async function ImportsPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await pageActor()
  if (!actor) return null
  const { url } = await parseSearchParams(pageParameters['(dashboard)/imports/page.tsx'], searchParams)
  const [imports, { batches }] = await Promise.all([listImports(actor), listBatches(actor, { limit: BATCHES_SHOWN })])
  return (
    <>
      <PageHeading title={words.title} lead={words.lead} />
      <ImportForm key={url} initial={url} />
      <ImportList initial={imports} initialBatches={batches} />
    </>
  )
}
