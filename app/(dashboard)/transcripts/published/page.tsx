import type { Metadata } from 'next'
import { pageActor } from '@/app/page-actor'
import { pageParameters } from '@/app/page-parameters'
import { parseSearchParams, type SearchParams } from '@/app/search-params'
import { PublicationList } from '@/components/publishing/publication-list'
import { words } from '@/components/publishing/words'
import { PageHeading } from '@/components/site/page-heading'
import { listPublications } from '@/lib/publishing/list-publications'

export const metadata: Metadata = { title: words.title, robots: { index: false } }

type Props = { searchParams: SearchParams }

/** The account's published transcripts. `?offset=20` is the next page. */
export default async function PublishingPage({ searchParams }: Props) {
  const actor = await pageActor()
  if (!actor) return null
  const { offset } = await parseSearchParams(pageParameters['(dashboard)/transcripts/published/page.tsx'], searchParams)
  const list = await listPublications(actor, { limit: 20, offset })
  return (
    <>
      <PageHeading title={words.title} lead={words.lead} />
      <PublicationList key={list.items.map(({ slug }) => slug).join()} list={list} />
    </>
  )
}
