import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { pageActor } from '@/app/page-actor'
import { BatchScreen } from '@/components/imports/batch-screen'
import { ImportScreen } from '@/components/imports/import-screen'
import { ITEMS_A_PAGE } from '@/components/imports/items-a-page'
import { words } from '@/components/imports/words'
import type { Actor } from '@/lib/core/actor'
import { Problem } from '@/lib/core/problem/problem'
import { findBatch } from '@/lib/imports/batches/find-batch'
import { listBatchItems } from '@/lib/imports/batches/list-items'
import { findImport } from '@/lib/imports/find-import'
import { listItems } from '@/lib/imports/items/list-items'
import { findNotices } from '@/lib/notices/notice-settings'

type Props = { params: Promise<{ id: string }> }

/** The result, or null for `not_found`. */
async function orNothing<T>(finding: Promise<T>): Promise<T | null> {
  try {
    return await finding
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
}

async function loadList(actor: Actor, id: string) {
  const batch = await findImport(actor, id)
  const [items, notices] = await Promise.all([
    listItems(actor, id, { limit: ITEMS_A_PAGE, offset: 0 }),
    findNotices(actor, id),
  ])
  return { kind: 'list' as const, title: batch.title, screen: { batch, items, notices } }
}

async function loadBatch(actor: Actor, id: string) {
  const batch = await findBatch(actor, id)
  const [items, notices] = await Promise.all([
    listBatchItems(actor, id, { limit: ITEMS_A_PAGE }),
    findNotices(actor, id),
  ])
  return { kind: 'batch' as const, title: words.batchOf(batch.total), screen: { batch, items, notices } }
}

/** The signed-in user's import or batch; null if it does not exist or belongs to another account. */
const loadImport = cache(async (id: string) => {
  const actor = await pageActor()
  if (!actor) return null
  return (await orNothing(loadList(actor, id))) ?? (await orNothing(loadBatch(actor, id)))
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await loadImport((await params).id)
  return { title: found?.title ?? words.one, robots: { index: false } }
}

/** An import or a batch: how far it is, and what became of each item. */
export default async function ImportPage({ params }: Props) {
  const found = await loadImport((await params).id)
  if (!found) notFound()
  return found.kind === 'batch' ? <BatchScreen {...found.screen} /> : <ImportScreen {...found.screen} />
}
