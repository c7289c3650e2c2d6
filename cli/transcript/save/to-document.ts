import type { Transcript } from '@/lib/captions/transcript'

/** A transcript as the document of its format, with a line end at its end. */
export function toDocument(transcript: Transcript): string {
  const text = transcript.format === 'json' ? JSON.stringify(transcript, null, 2) : (transcript.content ?? '')
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
