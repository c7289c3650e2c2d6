import type { MediaRef } from '@/lib/archive/media/media-ref'
import type { Actor } from '@/lib/core/actor'
import { Problem } from '@/lib/core/problem/problem'
import { isSealed } from '@/lib/net/link-credentials'
import { directLink } from '@/lib/sources/files/direct-link'
import { recognise } from '@/lib/sources/recognise/recognise'
import type { Recognised } from '@/lib/sources/recognise/recognised'
import { findUpload, uploadIdOf } from '@/lib/uploads/find-upload'
import { sourceUrl } from '@/lib/uploads/upload-address'
import type { ParsedRequest } from '../parse-request'
import { withCaptionsContext } from '../with-field-context'
import { type Located, locatedEpisode, locateLink } from './locate-link'
import { recallEpisode } from './resolved-episodes'

async function ownUpload(actor: Actor, uploadId: string, captions: string | undefined): Promise<Located> {
  const upload = await findUpload(actor, uploadId)
  const captionsId =
    captions === undefined ? null : (await withCaptionsContext(() => findUpload(actor, uploadIdOf(captions) ?? ''))).id
  const ref: MediaRef = {
    platform: 'upload',
    videoId: upload.id,
    accessKey: '',
    url: sourceUrl(upload),
    openUrl: null,
    ownerId: actor.userId,
    title: upload.filename.replace(/\.[A-Za-z0-9]{1,8}$/, '') || upload.filename,
  }
  return { kind: 'upload', ref, captionsId }
}

/** The source of a request by its text alone: nothing is opened or looked up. */
export type NamedSource =
  /** `uploadId`: null for a name that is no upload's. */
  { kind: 'upload'; uploadId: string | null } | { kind: 'audio'; ref: MediaRef } | Recognised

/** Recognises a request's source by its text alone. Throws `invalid_url`, `blocked_url`, `unsupported_source`. */
export function recogniseSource({ field, value }: ParsedRequest['source']): NamedSource {
  const uploadId = field === 'upload' || value.includes('/v1/uploads/') ? uploadIdOf(value) : null
  if (field === 'upload' || uploadId) return { kind: 'upload', uploadId }
  return field === 'audio' ? { kind: 'audio', ref: directLink(value) } : recognise(value)
}

/**
 * The media that a request's source names: the caller's upload, or what a link leads to, with short links and podcast
 * pages followed. The audio of an episode that the caller has seen in its feed is that episode, and so is any link of it where
 * the feed opens by credentials. Throws `not_found`, `invalid_url`, `blocked_url`, `unsupported_source`, and what following the
 * link throws.
 */
export async function locateSource(
  actor: Actor | null,
  source: ParsedRequest['source'],
  signal: AbortSignal,
): Promise<Located> {
  const named = recogniseSource(source)
  if (named.kind === 'audio' || named.kind === 'link') {
    const ref = named.kind === 'audio' ? named.ref : directLink(named.url)
    const episode = actor && (await recallEpisode(actor, ref))
    if (episode && isSealed(episode.audioUrl)) return locatedEpisode(episode)
    return episode && named.kind === 'audio' ? { kind: 'episode', ref, episode, failures: null } : { kind: 'link', ref }
  }
  if (named.kind !== 'upload') return locateLink(named, signal)
  if (!actor) throw new Problem('not_found', { detail: 'Only its owner can use an upload. Send your API key.' })
  return ownUpload(actor, named.uploadId ?? '', source.captions)
}
