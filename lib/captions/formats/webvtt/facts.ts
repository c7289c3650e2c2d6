import type { DownloadFacts } from '../download-facts'

export const facts = {
  id: 'vtt',
  aliases: ['webvtt'],
  label: 'WebVTT',
  name: 'WebVTT captions',
  ending: 'vtt',
  mediaType: 'text/vtt',
  content: 'WebVTT subtitles for browsers',
  isSubtitles: true,
} as const satisfies DownloadFacts
