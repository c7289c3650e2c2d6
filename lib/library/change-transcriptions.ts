import { indexTitle } from '@/lib/archive/library-items/describe-library-item'
import { tidyLine } from '@/lib/archive/media/media-facts'
import { indexStoredPart } from '@/lib/archive/search-index/index-transcript'
import { WITHOUT_TEXT } from '@/lib/archive/transcripts/stored-transcript'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import { toProblemBody } from '@/lib/core/problem/problem-body'
import { findPublished } from '@/lib/publishing/publication-table'
import { unpublish } from '@/lib/publishing/publications'
import { publishLibraryItem } from '@/lib/publishing/publish-library-item'
import type { Transcription, TranscriptionBatch, TranscriptionBatchOutcomes, TranscriptionUpdate } from './contract'
import { findOwnItemId, noTranscript } from './find-own-item-id'
import { inSnapshot, loadLibraryItems } from './queries/load-library-items'
import { lockLibraryItem } from './removal/removal-queries'
import { removeTranscription } from './removal/remove-transcription'
import { addTags, removeTags, setTags } from './tags/tag-table'
import { restoreTranscription } from './trash/restore-transcription'

/** Changes a library item of the caller's in one transaction, while no other request changes it. Throws `not_found`. */
async function changeItem(
  userId: string,
  id: string,
  change: (tx: Prisma.TransactionClient, libraryItemId: string) => Promise<void>,
): Promise<string> {
  const libraryItemId = await findOwnItemId(userId, id)
  await db().$transaction(async (tx) => {
    await lockLibraryItem(tx, userId, libraryItemId)
    if ((await tx.libraryItem.count({ where: { id: libraryItemId, userId } })) === 0) throw noTranscript()
    await change(tx, libraryItemId)
  })
  return libraryItemId
}

/** Stores a title of the user's own, and the words by which it is found; those of the source's title stay. */
async function rename(tx: Prisma.TransactionClient, libraryItemId: string, title: string | null): Promise<void> {
  const renamed = await tx.libraryItem.update({
    where: { id: libraryItemId },
    data: { customTitle: title },
    include: { transcript: { omit: WITHOUT_TEXT } },
  })
  await indexTitle(tx, renamed)
  const { transcript, coveredMs } = renamed
  // Triggers add the words to those of a whole text; a part has a separate index.
  if (transcript && coveredMs !== null) await indexStoredPart(tx, transcript, { libraryItemId, coveredMs })
}

/**
 * Changes a library item of the caller's and returns it as it is listed. A title replaces that of the source wherever
 * the item is shown, and null undoes that. Throws `not_found` and `too_many_tags`.
 */
export async function updateTranscription(
  { userId }: Actor,
  id: string,
  { title, tags }: TranscriptionUpdate,
): Promise<Transcription> {
  const libraryItemId = await changeItem(userId, id, async (tx, itemId) => {
    if (title !== undefined) await rename(tx, itemId, tidyLine(title))
    if (tags !== undefined) await setTags(tx, userId, itemId, tags)
  })
  const [updated] = await inSnapshot((client) => loadLibraryItems(client, userId, [libraryItemId]))
  if (!updated) throw noTranscript()
  return updated
}

async function unpublishItem(actor: Actor, id: string): Promise<void> {
  const { userId } = actor
  const libraryItemId = await findOwnItemId(userId, id)
  if ((await db().libraryItem.count({ where: { id: libraryItemId, userId } })) === 0) throw noTranscript()
  const published = await findPublished(actor, libraryItemId)
  if (published) await unpublish(actor, published.slug)
}

async function changeTags(
  { userId }: Actor,
  id: string,
  { action, tags }: Pick<TranscriptionBatch, 'action' | 'tags'>,
): Promise<void> {
  const change = action === 'add_tags' ? addTags : removeTags
  await changeItem(userId, id, (tx, libraryItemId) => change(tx, userId, [libraryItemId], tags))
}

/** Performs an action on one of the caller's transcripts and returns the slug of the public page that it then has. */
async function change(actor: Actor, id: string, batch: TranscriptionBatch): Promise<string | null> {
  switch (batch.action) {
    case 'delete':
      await removeTranscription(actor, id)
      return null
    case 'restore':
      return (await restoreTranscription(actor, id)).slug
    case 'publish':
      return (await publishLibraryItem(actor, id)).slug
    case 'unpublish':
      await unpublishItem(actor, id)
      return null
    case 'add_tags':
    case 'remove_tags':
      await changeTags(actor, id, batch)
      return (await findPublished(actor, id))?.slug ?? null
  }
}

function requirePublishScope(actor: Actor, { action }: TranscriptionBatch): void {
  if (action !== 'publish' && action !== 'unpublish') return
  if (actor.kind !== 'connector' || actor.scopes.includes('publish')) return
  throw new Problem('insufficient_scope', { context: { scope: 'publish' } })
}

/**
 * Performs an action on each of the caller's transcripts in turn. A refusal does not stop the others: it is the outcome
 * of that one. An error of this server does. Throws `insufficient_scope` for an app that may not publish.
 */
export async function changeTranscriptions(
  actor: Actor,
  batch: TranscriptionBatch,
): Promise<TranscriptionBatchOutcomes> {
  requirePublishScope(actor, batch)
  const outcomes: TranscriptionBatchOutcomes['outcomes'] = []
  for (const id of batch.ids) {
    try {
      outcomes.push({ id, slug: await change(actor, id, batch), error: null })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      outcomes.push({ id, slug: null, error: toProblemBody(error) })
    }
  }
  return { outcomes }
}
