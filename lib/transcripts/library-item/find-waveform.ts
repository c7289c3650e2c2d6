import { setTimeout as wait } from 'node:timers/promises'
import { findLibraryItemId } from '@/lib/archive/library-items/library-item-table'
import type { Actor } from '@/lib/core/actor'
import { singleFlight } from '@/lib/core/concurrency/single-flight'
import { withFairSlot } from '@/lib/core/concurrency/with-fair-slot'
import { db } from '@/lib/core/db/db'
import type { Upload } from '@/lib/core/generated/prisma/client'
import { isId } from '@/lib/core/ids'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { measurePeaks } from '@/lib/media/measure-peaks'
import { loadPeaks, storePeaks } from '@/lib/uploads/peaks-file'
import { withUploadedFile } from '@/lib/uploads/with-uploaded-file'

/** A request is answered after this time; measuring continues. */
const PATIENCE_MS = 10_000
/** Files are measured one after the other: waveforms are not urgent, and other work needs the machine. */
const MEASURING = { name: 'waveforms measured', slots: 1 }

/** Larger files, of many hours, have none: a bucket would have to be emptied onto this disk for a picture. */
const MAX_BYTES = 2 * 1024 ** 3

/** Verdicts on the file: another try would give the same. */
const VERDICTS = new Set(['invalid_media', 'unsupported_media', 'no_audio'])

async function measure({ id, userId }: Pick<Upload, 'id' | 'userId'>, requestedLang: string): Promise<Uint8Array> {
  const { signal } = new AbortController()
  return withFairSlot(MEASURING, userId, signal, async () => {
    try {
      const peaks = await withUploadedFile(id, signal, (file) => measurePeaks(file, requestedLang, signal))
      await storePeaks({ id }, peaks)
      return peaks
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      log.info('a waveform could not be measured', { upload_id: id, code: error.code })
      if (VERDICTS.has(error.code)) await storePeaks({ id }, new Uint8Array())
      return new Uint8Array()
    }
  })
}

/** The upload that a library item of the caller's was made from, while its file is kept, and the language of the item's request. */
async function findKeptUpload(
  { userId }: Actor,
  libraryItemId: string,
): Promise<{ upload: Upload; requestedLang: string } | null> {
  if (!isId(libraryItemId)) return null
  const id = await findLibraryItemId(userId, libraryItemId)
  const item = await db().libraryItem.findFirst({ where: { id, userId }, select: { media: true, requestedLang: true } })
  if (item?.media.platform !== 'upload' || item.media.kind === 'none') return null
  const upload = await db().upload.findFirst({
    where: { id: item.media.videoId, userId, state: 'stored', sizeBytes: { lte: MAX_BYTES } },
  })
  return upload && { upload, requestedLang: item.requestedLang }
}

/**
 * The waveform of the uploaded file behind a library item of the caller's: peaks of 0 to 255, none where the file has no sound.
 * It is measured with the first request and stored beside the file, with which it is removed. `pending`: it is still being
 * measured. Null where this service keeps no file of the item, or the item is not the caller's.
 */
export async function findWaveform(actor: Actor, libraryItemId: string): Promise<Uint8Array | 'pending' | null> {
  const kept = await findKeptUpload(actor, libraryItemId)
  if (!kept) return null
  const { upload, requestedLang } = kept
  const stored = await loadPeaks(upload)
  if (stored) return stored
  const measuring = singleFlight(`waveform ${upload.id}`, () => measure(upload, requestedLang))
  const patience = new AbortController()
  try {
    return await Promise.race([measuring, wait(PATIENCE_MS, 'pending' as const, { signal: patience.signal })])
  } finally {
    patience.abort()
  }
}
