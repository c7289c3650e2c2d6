import { DOWNLOAD_FORMATS } from '@/lib/captions/document-files'
import { eitherOf } from '@/lib/captions/text/either-of'

/** The plain texts sent in place of a file that can't be sent. */
export const words = {
  noFormat: `Unknown format. Use ${eitherOf(DOWNLOAD_FORMATS)}.`,
  badLayout: 'max_line_length is 10 to 100, max_lines 1 to 4, max_seconds 1 to 60, and repair true or false.',
  noTranscript: 'Transcript not found, or not ready yet.',
  keyOnly: 'This server accepts only requests with an API key.',
  signIn: 'Sign in first, then download again.',
  nameSome: (most: number) => `Send the IDs of 1 to ${most} transcripts.`,
  notPublished: 'No published transcript was found at this URL.',
  noDocPage: 'Page not found. See /llms.txt.',
} as const
