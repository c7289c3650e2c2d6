/** The prefix of the origin of a text from a caption file whose recording is another upload. */
export const CAPTION_ORIGIN = 'captions:'

/** The origin of the text that an upload of captions gives to another upload. */
export function captionOrigin(captionsId: string): string {
  return `${CAPTION_ORIGIN}${captionsId}`
}
