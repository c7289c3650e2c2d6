import type { DownloadFacts } from '../download-facts'

export const facts = {
  id: 'ass',
  aliases: [],
  label: 'ASS',
  name: 'ASS subtitles',
  ending: 'ass',
  mediaType: 'text/x-ssa',
  content: 'Advanced SubStation Alpha subtitles for players',
  isSubtitles: true,
} as const satisfies DownloadFacts
