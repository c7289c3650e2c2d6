import type { Metadata } from 'next'
import Link from 'next/link'
import { pageActor } from '@/app/page-actor'
import type { SearchParams } from '@/app/search-params'
import { isEmpty, PAGE_SIZE } from '@/components/library/library-address'
import { LibraryScreen } from '@/components/library/library-screen'
import { words } from '@/components/library/words'
import { PageHeading } from '@/components/site/page-heading'
import { Button } from '@/components/ui/button'
import { type HistoryQuery, historyQuerySchema } from '@/lib/history/contract'
import { listTranscriptions } from '@/lib/history/list-transcriptions'

export const metadata: Metadata = { title: words.title, robots: { index: false } }

type Props = { searchParams: SearchParams }

/** The query of an address, each part by itself: one that is not understood is as if it were not there. */
function readQuery(asked: Awaited<SearchParams>): HistoryQuery {
  const one = Object.entries(asked).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value])
  const all = { limit: PAGE_SIZE, ...Object.fromEntries(one.filter(([, value]) => value !== '')) }
  const parsed = historyQuerySchema.safeParse(all)
  if (parsed.success) return parsed.data
  const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]))
  return historyQuerySchema.parse(Object.fromEntries(Object.entries(all).filter(([name]) => !wrong.has(name))))
}

/** Everything the account has had transcribed, as the address narrows and orders it. */
export default async function TranscriptsPage({ searchParams }: Props) {
  const actor = await pageActor()
  if (!actor) return null
  const query = readQuery(await searchParams)
  const initial = await listTranscriptions(actor, query)
  // An empty list has the form itself.
  const action = !isEmpty(query, initial) && (
    <Button asChild look="primary">
      <Link href="/">{words.new}</Link>
    </Button>
  )
  return (
    <>
      <PageHeading title={words.title} lead={words.lead} action={action} />
      <LibraryScreen query={query} initial={initial} />
    </>
  )
}
