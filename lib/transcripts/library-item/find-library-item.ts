import { carryOverCorrections } from '@/lib/archive/corrections/carry-over-corrections'
import { textVersion } from '@/lib/archive/corrections/corrected-text'
import { describedMedia } from '@/lib/archive/library-items/describe-library-item'
import { findLibraryItemId } from '@/lib/archive/library-items/library-item-table'
import { renderTranscript } from '@/lib/archive/render/render-transcript'
import { type StoredTranscript, WITHOUT_TEXT } from '@/lib/archive/transcripts/stored-transcript'
import type { DownloadFormat } from '@/lib/captions/document-files'
import type * as contract from '@/lib/captions/transcript'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { LibraryItem, Media } from '@/lib/core/generated/prisma/client'
import { isId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import type { Job } from '@/lib/jobs/contract'
import { findJob } from '@/lib/jobs/find-job'
import { isEnded } from '@/lib/jobs/states'
import { knownPlatform } from '@/lib/platforms/platforms'
import type { LibraryItemMedia, LibraryItemView } from './contract'

/** For an upload as long as its file is kept. */
async function playUrl(media: Media): Promise<string | null> {
  if (media.kind === 'none') return null
  if (media.platform === 'upload') {
    const kept = await db().upload.count({ where: { id: media.videoId, state: 'stored' } })
    return kept > 0 ? `/v1/uploads/${media.videoId}` : null
  }
  return media.platform === 'podcast' ? media.url : null
}

async function mediaView(media: Media, sourceTitle: string | null): Promise<LibraryItemMedia> {
  return {
    title: media.title,
    sourceTitle,
    platform: knownPlatform(media.platform),
    url: media.url,
    playUrl: await playUrl(media),
    kind: media.kind === 'video' ? 'video' : 'audio',
    hasThumbnail: media.thumbnailUrl !== null,
  }
}

type Row = LibraryItem & { media: Media; transcript: StoredTranscript | null }

/** By its own id, or by the id of any job of it that the user was part of. */
async function findRow(userId: string, id: string): Promise<Row | null> {
  const caller = await db().jobCaller.findUnique({ where: { jobId_userId: { jobId: id, userId } } })
  const where = { userId, id: caller?.libraryItemId ?? (await findLibraryItemId(userId, id)) }
  const libraryItem = await db().libraryItem.findFirst({
    where,
    include: { media: true, transcript: { omit: WITHOUT_TEXT } },
  })
  return libraryItem && caller && !libraryItem.transcript ? { ...libraryItem, jobId: caller.jobId } : libraryItem
}

/** Finds the row after corrections have been carried over to a text that was stored anew. */
async function findCurrentRow(userId: string, id: string): Promise<Row | null> {
  const found = await findRow(userId, id)
  const original = found?.transcript?.correctedFromId ?? null
  return original !== null && (await carryOverCorrections(original)) > 0 ? findRow(userId, id) : found
}

async function isRunning(jobId: string): Promise<boolean> {
  return (await db().job.count({ where: { id: jobId, finishedAt: null } })) > 0
}

/** The job of an item while there is no text, or while it continues a part of one or makes a whole one again. */
async function jobOf(
  actor: Actor,
  { jobId, transcript, coveredMs }: Row,
  format: DownloadFormat,
  options: contract.RenderOptions,
): Promise<Job | null> {
  const isWhole = transcript?.complete && (coveredMs === null || coveredMs >= transcript.coveredMs)
  if (!jobId || (isWhole && !(await isRunning(jobId)))) return null
  const job = await findJob(actor, jobId, format, options)
  return transcript && isEnded(job.status) ? null : job
}

/**
 * A library item of the caller's, by its own id or its job's, with its transcript in `format` when there is one and its
 * job while there is none, or while a job continues a part. Throws `not_found`.
 */
export async function findLibraryItem(
  actor: Actor,
  id: string,
  format: DownloadFormat = 'json',
  options: contract.RenderOptions = {},
): Promise<LibraryItemView> {
  const libraryItem = isId(id) ? await findCurrentRow(actor.userId, id) : null
  if (!libraryItem) throw new Problem('not_found', { detail: 'Transcript not found. Check its ID.' })
  const { transcript, requestedLang, coveredMs } = libraryItem
  const media = describedMedia(libraryItem.media, libraryItem)
  const rendering = { format, options, reader: actor.userId }
  const view = { libraryItemId: libraryItem.id, requestedLang, cached: true, coveredMs, ...rendering }
  return {
    libraryItemId: libraryItem.id,
    job: await jobOf(actor, libraryItem, format, options),
    transcript: transcript && (await renderTranscript(transcript, media, view)),
    version: transcript && textVersion(transcript),
    media: await mediaView(media, libraryItem.title ?? libraryItem.media.title),
  }
}
