import type { Metadata } from 'next'
import { pageActor } from '@/app/page-actor'
import { pageParameters } from '@/app/page-parameters'
import { parseSearchParams, type SearchParams } from '@/app/search-params'
import { TrashScreen } from '@/components/library/trash-screen'
import { words } from '@/components/library/words'
import { PageHeading } from '@/components/site/page-heading'
import { listTrash } from '@/lib/library/trash/list-trash'

export const metadata: Metadata = { title: words.trash, robots: { index: false } }

type Props = { searchParams: SearchParams }

/** The transcripts that the account has deleted and may restore. `?offset=50` is the next page. */
export default async function TrashPage({ searchParams }: Props) {
  const actor = await pageActor()
  if (!actor) return null
  const { offset } = await parseSearchParams(pageParameters['(dashboard)/transcripts/trash/page.tsx'], searchParams)
  const list = await listTrash(actor, { limit: 50, offset })
  return (
    <>
      <PageHeading title={words.trash} lead={words.trashLead} />
      <TrashScreen list={list} />
    </>
  )
}
