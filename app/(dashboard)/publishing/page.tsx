import type { Metadata } from 'next'
import { pageActor } from '@/app/page-actor'
import { PublicationList } from '@/components/publishing/publication-list'
import { PageHeading } from '@/components/site/page-heading'
import { listPublications as operation } from '@/lib/publishing/contract'
import { listPublications } from '@/lib/publishing/list-publications'

export const metadata: Metadata = { title: 'Publishing', robots: { index: false } }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** The account's published transcripts. `?offset=20` is the next page. */
export default async function PublishingPage({ searchParams }: Props) {
  const actor = await pageActor()
  if (!actor) return null
  const { offset } = await searchParams
  const wished = operation.query?.safeParse({ offset: typeof offset === 'string' ? offset : undefined })
  const list = await listPublications(actor, wished?.success ? wished.data : { limit: 20, offset: 0 })
  return (
    <>
      <PageHeading title="Publishing" lead="Pages that anybody can read. The media of an upload stays private." />
      <PublicationList key={list.items.map(({ slug }) => slug).join()} list={list} />
    </>
  )
}
