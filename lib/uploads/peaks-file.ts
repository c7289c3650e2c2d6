import { buffer } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import { db } from '@/lib/core/db/db'
import type { Upload } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import { fileStore } from '@/lib/core/storage/choose-store'
import { peaksKey } from './upload-address'

/** The peaks that are stored beside an upload's file; null before they have been measured. Throws `storage_unavailable`. */
export async function loadPeaks(upload: Pick<Upload, 'id'>): Promise<Uint8Array | null> {
  try {
    const file = await fileStore().open(peaksKey(upload), null)
    return file && new Uint8Array(await buffer(file.body as ReadableStream))
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
}

/** Stores peaks beside an upload's file, unless that has been removed in the meantime. Throws `storage_unavailable`. */
export async function storePeaks({ id }: Pick<Upload, 'id'>, peaks: Uint8Array): Promise<void> {
  await fileStore().put(peaksKey({ id }), peaks)
  const kept = await db().upload.count({ where: { id, state: 'stored' } })
  // The file may have been removed before its peaks were stored.
  if (kept === 0) await fileStore().remove([peaksKey({ id })])
}
