import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { isId } from '@/lib/platform/ids'
import { log } from '@/lib/platform/log'
import { Problem } from '@/lib/platform/problem'
import type { Published } from './contract'
import { makeSlug } from './make-slug'
import { pageUrl } from './page-url'

const INCLUDE = { media: { select: { title: true } }, publication: { select: { slug: true } } }

const NO_TEXT = 'There is no text to publish. Have it transcribed again first.'

async function findEntry({ userId }: Actor, id: string) {
  const entry = isId(id) ? await db().entry.findFirst({ where: { id, userId }, include: INCLUDE }) : null
  if (!entry) throw new Problem('not_found', { detail: 'There is no such transcript of yours. Check its id.' })
  if (entry.transcriptId) return entry
  if (entry.state === 'error') throw new Problem('transcript_not_ready', { detail: NO_TEXT })
  throw new Problem('transcript_not_ready', { context: entry.jobId ? { job_id: entry.jobId } : {} })
}

/**
 * Publishes an entry of the caller's history under a slug of its own; published already, it keeps the one it has. What is
 * public is what the caller has of it, also when that is a part. Throws `not_found`, `transcript_not_ready`.
 */
export async function publishEntry(actor: Actor, id: string): Promise<Published> {
  for (;;) {
    const entry = await findEntry(actor, id)
    if (entry.publication) return { slug: entry.publication.slug, url: pageUrl(entry.publication.slug) }
    const slug = makeSlug(entry.media.title)
    const data = { slug, entryId: entry.id, userId: actor.userId }
    // Nothing comes of it when the slug is taken, or when somebody else was quicker: then it is looked at again.
    const { count } = await db().publication.createMany({ data: [data], skipDuplicates: true })
    if (count > 0) log.info('a transcript was published', { slug, user_id: actor.userId })
  }
}
