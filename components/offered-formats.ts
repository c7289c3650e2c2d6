import type { DownloadFormat } from '@/lib/captions/transcript'

/** The formats as people choose them: what they call them, and how the file's name ends. */
export const OFFERED_FORMATS: readonly { format: DownloadFormat; name: string; ending: string }[] = [
  { format: 'text', name: 'Plain text', ending: '.txt' },
  { format: 'srt', name: 'SRT subtitles', ending: '.srt' },
  { format: 'vtt', name: 'WebVTT captions', ending: '.vtt' },
  { format: 'ttml', name: 'TTML captions', ending: '.ttml' },
  { format: 'ass', name: 'ASS subtitles', ending: '.ass' },
  { format: 'markdown', name: 'Markdown', ending: '.md' },
  { format: 'docx', name: 'Word document', ending: '.docx' },
  { format: 'json', name: 'JSON', ending: '.json' },
]
