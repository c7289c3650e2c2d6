import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { pageActor } from '@/app/page-actor'
import { ImportScreen } from '@/components/imports/import-screen'
import { ITEMS_A_PAGE } from '@/components/imports/items-a-page'
import { words } from '@/components/imports/words'
import { findImport } from '@/lib/imports/find-import'
import { listItems } from '@/lib/imports/items/list-items'
import { findNotices } from '@/lib/notices/notice-settings'
import { Problem } from '@/lib/platform/problem/problem'

type Props = { params: Promise<{ id: string }> }

/** The import of whoever looks at the page; null when there is no such one of theirs. */
const loadImport = cache(async (id: string) => {
  const actor = await pageActor()
  if (!actor) return null
  try {
    const batch = await findImport(actor, id)
    const [items, notices] = await Promise.all([
      listItems(actor, id, { limit: ITEMS_A_PAGE, offset: 0 }),
      findNotices(actor, id),
    ])
    return { batch, items, notices }
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await loadImport((await params).id)
  return { title: found?.batch.title ?? words.one, robots: { index: false } }
}

/** An import: how far it is, and what became of each episode. */
export default async function ImportPage({ params }: Props) {
  const found = await loadImport((await params).id)
  if (!found) notFound()
  return <ImportScreen batch={found.batch} items={found.items} notices={found.notices} />
}
