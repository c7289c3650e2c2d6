import { env } from '@/lib/core/env'
import type { Upload } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import { appendToFile, completeFile, receivedBytes } from '@/lib/core/storage/append-to-file'
import { fileStore } from '@/lib/core/storage/choose-store'
import { withReservedRoom } from '../targets/claim-room'
import { markStored, openTarget, type UploadTarget, usedTarget } from '../targets/open-target'
import { storageKey } from '../upload-address'
import { withExclusiveWriter } from './exclusive-writer'
import { untilStopped } from './until-stopped'

/** How far a file is that is sent in several goes. */
export type Received = { receivedBytes: number; sizeBytes: number }

export type Chunk = { offset: number; body: AsyncIterable<Uint8Array> }

/** The received bytes. When all of them are there they become the file, also after a crash before the response. */
async function finish(upload: Upload): Promise<number> {
  const key = storageKey(upload)
  const sizeBytes = Number(upload.sizeBytes)
  const received = (await fileStore().sizeOf(key)) ?? (await receivedBytes(key))
  if (received < sizeBytes) return received
  await completeFile(key)
  await markStored(upload, sizeBytes)
  return sizeBytes
}

/** The received bytes of a file on this disk. A request that still sends is stopped, so that the number stays true. */
export async function readReceived(upload: Upload): Promise<Received> {
  const sizeBytes = Number(upload.sizeBytes)
  if (upload.state === 'stored') return { receivedBytes: sizeBytes, sizeBytes }
  return { receivedBytes: await withExclusiveWriter(upload.id, () => finish(upload)), sizeBytes }
}

function wrongOffset(received: number): Problem {
  return new Problem('upload_incomplete', {
    detail: 'The server has received a different number of bytes. Continue from the offset in the response.',
    context: { received_bytes: received },
  })
}

/**
 * Takes a stretch of a file (tus 1.0, PATCH): what arrives is kept, whatever breaks it off, and the last byte makes the
 * file. Throws `invalid_credentials`, `expired`, `upload_incomplete` when the stretch does not begin where the last one
 * ended, `file_too_large` past the announced length, and `storage_unavailable`.
 */
export async function appendUpload(target: UploadTarget, { offset, body }: Chunk): Promise<Received> {
  const upload = await openTarget('resume', target)
  if (env().S3_BUCKET) throw new Problem('method_not_allowed', { detail: 'This file is sent to the bucket, in parts.' })
  if (upload.state !== 'signed') throw usedTarget()
  const sizeBytes = Number(upload.sizeBytes)
  const key = storageKey(upload)
  const received = await withExclusiveWriter(upload.id, async (signal) => {
    const before = await finish(upload)
    if (before !== offset) throw wrongOffset(before)
    if (before === sizeBytes) return before
    const append = { body: untilStopped(body, signal), maxBytes: sizeBytes, signal }
    await withReservedRoom(upload.id, () => appendToFile(key, append))
    return finish(upload)
  })
  return { receivedBytes: received, sizeBytes }
}
