import type { LanguageWish } from '@/lib/captions/choose-track'
import { inspectFile } from '@/lib/media/inspect-file'
import type { Inspection } from '@/lib/media/inspection'
import { probeLink } from '@/lib/sources/probe-link'
import { withUploadedFile } from '@/lib/uploads/with-uploaded-file'
import { askOnce } from './ask-once'
import { inspectEpisode } from './inspect-episode'
import type { Located } from './locate-source'
import { lookOnce } from './look-once'
import type { Outcome } from './outcome'
import { settleInspection } from './settle-inspection'

/** A link's own server gets longer than the answer at once: then what is behind it is looked at by the job. */
const LINK_TIMEOUT_MS = 15_000
/** What a publisher's transcript may take; who can't wait for it goes without. */
export const EPISODE_TIMEOUT_MS = 20_000

const SOUND_ONLY: Inspection = { kind: 'audio', captions: null, durationMs: null, title: null }

async function inspectLink(openUrl: string, signal: AbortSignal): Promise<Inspection | null> {
  const link = await probeLink(openUrl, { signal, timeoutMs: LINK_TIMEOUT_MS })
  if (link.kind === 'page') return null
  return link.kind === 'media' ? SOUND_ONLY : { ...SOUND_ONLY, kind: 'none', captions: link.captions }
}

/**
 * Looks at a recording for captions, and writes down what it finds. `page`: it is no recording, but may lead to one.
 * Throws what is wrong with it: what `inspectFile` throws of an upload, `probeLink` of a link, `askSource` of a platform.
 */
export async function lookAtSource(
  located: Located,
  wish: LanguageWish,
  signal: AbortSignal,
): Promise<Outcome | { kind: 'page' }> {
  const { ref } = located
  switch (located.kind) {
    case 'platform':
      return askOnce(ref, wish)
    case 'upload': {
      const inspect = (file: string) => inspectFile(file, wish, signal)
      return settleInspection(ref, wish.requestedLang, await withUploadedFile(ref.videoId, signal, inspect))
    }
    case 'episode': {
      const { episode, mayWait } = located
      // Who can wait for a server does not make others wait who can't.
      const patient = mayWait !== undefined
      return lookOnce({ ref, wish, limitMs: EPISODE_TIMEOUT_MS, patient }, async (shared) =>
        settleInspection(ref, wish.requestedLang, await inspectEpisode(episode, wish, shared, mayWait)),
      )
    }
    case 'link': {
      const seen = await inspectLink(ref.openUrl ?? ref.url, signal)
      return seen ? settleInspection(ref, wish.requestedLang, seen) : { kind: 'page' }
    }
  }
}
