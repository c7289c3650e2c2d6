import type { Actor } from '@/lib/core/actor'
import { type Db, db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import type { Upload } from '@/lib/core/generated/prisma/client'
import { isId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { finalizeUpload } from './receive/finalize-upload'

/** The id in an upload's `object_path` or `source_url`, or null when it is neither. */
export function uploadIdOf(name: string): string | null {
  const sources = `${env().baseUrl}/v1/`
  const path = name.startsWith(sources) ? name.slice(sources.length) : name
  const match = /^uploads\/([0-9a-f-]{36})(?:[/?#].{0,2048})?$/su.exec(path)
  return match?.[1] && isId(match[1]) ? match[1] : null
}

/** Whether the transcripts that were made of an upload are all in the trash: their file is not served then. */
export async function isInTrash(uploadId: string, tx: Db = db()): Promise<boolean> {
  const media = { platform: 'upload', videoId: uploadId } as const
  return (
    (await tx.trashedItem.count({ where: { media } })) > 0 && (await tx.libraryItem.count({ where: { media } })) === 0
  )
}

/**
 * The caller's own upload of that id, with its file. Throws `not_found` for one that is not there, is someone else's or
 * has no file yet, `expired` for one whose file has been removed, and what is wrong with one that has just come.
 */
export async function findUpload(actor: Actor, uploadId: string): Promise<Upload> {
  const upload = isId(uploadId) ? await db().upload.findFirst({ where: { id: uploadId, userId: actor.userId } }) : null
  if (!upload || (await isInTrash(upload.id))) {
    throw new Problem('not_found', { detail: 'Upload not found. Upload the file again.' })
  }
  if (upload.state === 'stored') return upload
  if (upload.state === 'removed') {
    throw new Problem('expired', {
      detail: 'This file was deleted. Its transcripts are kept. Upload it again to create a new one.',
    })
  }
  const finished = await finalizeUpload(upload)
  if (finished?.state !== 'stored') {
    throw new Problem('not_found', {
      detail: 'This upload has no file yet. Send the file to its upload_url first.',
      context: { state: upload.state },
    })
  }
  return finished
}
