import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { pageActor } from '@/app/page-actor'
import { WatchPage } from '@/components/watches/watch-page'
import { words } from '@/components/watches/words'
import { Problem } from '@/lib/core/problem/problem'
import { findWatch } from '@/lib/watches/find-watch'
import { listWatchItems } from '@/lib/watches/items/list-watch-items'

type Props = { params: Promise<{ id: string }> }

const SHOWN = 50

/** The signed-in user's watch; null if it does not exist or belongs to another account. */
const loadWatch = cache(async (id: string) => {
  const actor = await pageActor()
  if (!actor) return null
  try {
    const watch = await findWatch(actor, id)
    return { watch, items: await listWatchItems(actor, id, { limit: SHOWN, include_seen: false }) }
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await loadWatch((await params).id)
  return { title: found?.watch.title ?? words.one, robots: { index: false } }
}

/** A watch: how it goes, and what became of each new item. */
export default async function OneWatchPage({ params }: Props) {
  const found = await loadWatch((await params).id)
  if (!found) notFound()
  return <WatchPage watch={found.watch} items={found.items} />
}
