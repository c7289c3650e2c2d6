import { entityTag, versionOf } from '@/lib/core/http/revalidation'
import { bareDocumentType } from '@/lib/transcripts/bare-document'
import type { VersionedTranscript } from './find-user-transcript'

/**
 * The entity tag of a transcript as it is read: the version of its text, by which an edit finds out that it has changed, and after
 * a dot what else of the response may change. Null for a text without a version.
 */
export function transcriptEtag({ transcript, version }: VersionedTranscript, accept: string | null): string | null {
  if (version === null) return null
  return entityTag(version, versionOf([transcript, bareDocumentType(accept, transcript)]))
}
