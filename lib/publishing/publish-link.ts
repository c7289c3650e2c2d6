import type { MediaRef } from '@/lib/archive/media/media-ref'
import { type Actor, limitedScopes } from '@/lib/core/actor'
import { withDeadline } from '@/lib/core/concurrency/start-deadline'
import { db } from '@/lib/core/db/db'
import { Problem } from '@/lib/core/problem/problem'
import { locateSource } from '@/lib/transcripts/locate/locate-source'
import { obtainTranscript } from '@/lib/transcripts/obtain-transcript'
import { parseRequest } from '@/lib/transcripts/parse-request'
import { withFieldContext } from '@/lib/transcripts/with-field-context'
import type { Published, PublishRequest } from './contract'
import { publishLibraryItem } from './publish-library-item'

const BUDGET_MS = 9_000

/** The library item that the caller has of a recording in a language, also a partial one. */
async function findLibraryItem({ userId }: Actor, ref: MediaRef, requestedLang: string): Promise<string | null> {
  const { platform, videoId, accessKey, ownerId } = ref
  const asked = [{ requestedLang }, { alsoRequested: { has: requestedLang } }]
  const libraryItem = await db().libraryItem.findFirst({
    where: { userId, OR: asked, transcriptId: { not: null }, media: { platform, videoId, accessKey, ownerId } },
    select: { id: true },
  })
  return libraryItem?.id ?? null
}

/**
 * Publishes the caller's transcript of a link in a language. A missing transcript is made first: immediately if the
 * source has captions, else by a job for its speech. Then throws `transcript_not_ready` with its `job_id`, and the
 * errors of making a transcript; `insufficient_scope` for an app that may publish but not make transcripts, which cost.
 */
export async function publishLink(actor: Actor, body: PublishRequest, signal: AbortSignal): Promise<Published> {
  const request = { ...body, upload: null, audio: null, format: 'text', allow_partial: false, diarize: 'auto' as const }
  const { source, requestedLang, strict } = parseRequest(request)
  const { ref } = await withFieldContext('url', source.value, () =>
    withDeadline({ signals: [signal], timeoutMs: BUDGET_MS }, (left) => locateSource(actor, source, left)),
  )
  const had = await findLibraryItem(actor, ref, requestedLang)
  const page = { requestedLang, strict, unlisted: body.unlisted }
  if (had) return publishLibraryItem(actor, had, page)
  if (limitedScopes(actor)?.includes('transcripts:write') === false) {
    throw new Problem('insufficient_scope', { context: { scope: 'transcripts:write' } })
  }
  const obtained = await obtainTranscript(actor, request, signal)
  if (obtained.kind === 'transcript') {
    return publishLibraryItem(actor, obtained.transcript.id, page)
  }
  throw new Problem('transcript_not_ready', { context: { job_id: obtained.job.job_id } })
}
