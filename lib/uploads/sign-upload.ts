import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { newId } from '@/lib/platform/ids'
import { Problem } from '@/lib/platform/problem'
import { acceptedType } from './accepted-types'
import type { SignResponse } from './contract'
import { objectPath, safeFileName, sourceUrl, uploadUrl } from './upload-address'

const TARGET_LIFETIME_MS = 15 * 60_000

/**
 * Makes a signed target for one file of the caller's. The name is cleaned of everything but a name; the type has to be
 * audio, video or captions (`unsupported_media`), though what counts in the end is the file's content.
 */
export async function signUpload(
  actor: Actor,
  input: { filename: string; contentType: string },
): Promise<SignResponse> {
  const filename = safeFileName(input.filename)
  const contentType = acceptedType(filename, input.contentType)
  if (!contentType) {
    throw new Problem('unsupported_media', { context: { content_type: input.contentType.slice(0, 100) } })
  }
  const upload = await db().upload.create({
    data: {
      id: newId(),
      userId: actor.userId,
      filename,
      contentType,
      expiresAt: new Date(Date.now() + TARGET_LIFETIME_MS),
    },
  })
  return { object_path: objectPath(upload), upload_url: uploadUrl(upload), source_url: sourceUrl(upload) }
}
