import { describedMedia } from '@/lib/archive/describe-entry'
import { currentEntryId } from '@/lib/archive/find-entry-id'
import { renderTranscript } from '@/lib/archive/render-transcript'
import { type StoredTranscript, WITHOUT_TEXT } from '@/lib/archive/stored-text'
import type * as contract from '@/lib/captions/transcript'
import type { Job } from '@/lib/jobs/contract'
import { readJob } from '@/lib/jobs/read-job'
import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import type { Entry, Media } from '@/lib/platform/generated/prisma/client'
import { isId } from '@/lib/platform/ids'
import { Problem } from '@/lib/platform/problem'
import type { EntryMedia, EntryView } from './entry-contract'

/** Of an upload as long as its file is kept. */
async function playUrl(media: Media): Promise<string | null> {
  if (media.kind === 'none') return null
  if (media.platform === 'upload') {
    const kept = await db().upload.count({ where: { id: media.videoId, state: 'stored' } })
    return kept > 0 ? `/v1/uploads/${media.videoId}` : null
  }
  return media.platform === 'podcast' ? media.url : null
}

async function mediaView(media: Media): Promise<EntryMedia> {
  return {
    title: media.title,
    platform: media.platform as contract.Platform,
    url: media.url,
    playUrl: await playUrl(media),
    kind: media.kind === 'video' ? 'video' : 'audio',
    hasThumbnail: media.thumbnailUrl !== null,
  }
}

type Row = Entry & { media: Media; transcript: StoredTranscript | null }

/** By its own id, or by that of any job the user had a place in for it, the last or an earlier one. */
async function findEntry(userId: string, id: string): Promise<Row | null> {
  const place = await db().jobCaller.findUnique({ where: { jobId_userId: { jobId: id, userId } } })
  const where = { userId, id: place?.entryId ?? (await currentEntryId(userId, id)) }
  const entry = await db().entry.findFirst({ where, include: { media: true, transcript: { omit: WITHOUT_TEXT } } })
  return entry && place && !entry.transcript ? { ...entry, jobId: place.jobId } : entry
}

/** The job of an entry while there is no text, or only the first part of one, which it goes on with. */
async function jobOf(
  actor: Actor,
  { jobId, transcript, coveredMs }: Row,
  format: contract.Format,
): Promise<Job | null> {
  const isWhole = transcript?.complete && (coveredMs === null || coveredMs >= transcript.coveredMs)
  if (!jobId || isWhole) return null
  const job = await readJob(actor, jobId, format)
  return transcript && (job.status === 'done' || job.status === 'error') ? null : job
}

/**
 * An entry of the caller's, by its own id or by the id of its job, with its transcript in `format` when it is there and
 * its job while there is none, or while it goes on with a part. Throws `not_found`.
 */
export async function readEntry(actor: Actor, id: string, format: contract.Format = 'json'): Promise<EntryView> {
  const entry = isId(id) ? await findEntry(actor.userId, id) : null
  if (!entry) throw new Problem('not_found', { detail: 'There is no such transcript of yours. Check its address.' })
  const { transcript, requestedLang, coveredMs } = entry
  const media = describedMedia(entry.media, entry)
  const view = { entryId: entry.id, requestedLang, format, cached: true, coveredMs, reader: actor.userId }
  return {
    entryId: entry.id,
    job: await jobOf(actor, entry, format),
    transcript: transcript && (await renderTranscript(transcript, media, view)),
    media: await mediaView(media),
  }
}
