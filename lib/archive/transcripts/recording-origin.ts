import { parseTrackId } from '@/lib/captions/tracks/track-ids'

const TRACK_ORIGIN = 'track:'

/**
 * The origin of the text that comes with a recording: empty, or the caption track that a request names, so that no request without
 * it is given its text.
 */
export function recordingOrigin(requestedLang: string): string {
  const trackId = parseTrackId(requestedLang)
  return trackId === null ? '' : `${TRACK_ORIGIN}${trackId}`
}

/** Whether a text comes with the recording, whose length is then measured. */
export function isOfRecording(origin: string): boolean {
  return origin === '' || origin.startsWith(TRACK_ORIGIN)
}

/** The prefix of the origin of a text from a caption file whose recording is another upload. */
export const CAPTION_ORIGIN = 'captions:'

/** The origin of the text that an upload of captions gives to another upload. */
export function captionOrigin(captionsId: string): string {
  return `${CAPTION_ORIGIN}${captionsId}`
}
