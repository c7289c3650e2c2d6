import type { MediaRef } from '@/lib/archive/media-ref'
import type { Actor } from '@/lib/platform/actor'
import { directLink } from '@/lib/sources/direct-link'
import { findUpload, uploadIdOf } from '@/lib/uploads/find-upload'
import { sourceUrl } from '@/lib/uploads/upload-address'
import type { ReadRequest } from './read-request'

async function ownUpload(actor: Actor, uploadId: string): Promise<MediaRef> {
  const upload = await findUpload(actor, uploadId)
  return {
    platform: 'upload',
    videoId: upload.id,
    accessKey: '',
    url: sourceUrl(upload),
    openUrl: null,
    ownerId: actor.userId,
    title: upload.filename.replace(/\.[A-Za-z0-9]{1,8}$/, '') || upload.filename,
  }
}

/**
 * The recording that a request's source names: an upload of the caller's, or what a link leads to. Throws `not_found`,
 * `invalid_url`, `blocked_url`.
 */
export async function findSource(actor: Actor, { field, value }: ReadRequest['source']): Promise<MediaRef> {
  if (field === 'upload') return ownUpload(actor, uploadIdOf(value) ?? '')
  const uploadId = field === 'url' && value.includes('/v1/uploads/') ? uploadIdOf(value) : null
  return uploadId ? ownUpload(actor, uploadId) : directLink(value)
}
