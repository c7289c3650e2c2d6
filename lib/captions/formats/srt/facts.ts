import type { DownloadFacts } from '../download-facts'

export const facts = {
  id: 'srt',
  aliases: [],
  label: 'SRT',
  name: 'SRT subtitles',
  ending: 'srt',
  mediaType: 'application/x-subrip',
  content: 'SubRip subtitles',
  isSubtitles: true,
} as const satisfies DownloadFacts
