import type { Transcript } from '@/lib/captions/transcript'
import { formatDuration } from '../format-duration'
import { languageName } from '../language-name'
import { PLATFORM_NAMES } from '../platform-names'
import { words as commonWords } from '../words'
import { words } from './words'

type Subject = Pick<
  Transcript,
  'lang' | 'source' | 'engine' | 'platform' | 'author' | 'duration_seconds' | 'total_seconds' | 'complete'
>

function origin({ source, engine, platform, author }: Subject): string {
  const { origins } = words
  if (source === 'speech_to_text') return origins.speech(engine?.name ?? null)
  // Of what has a podcast's address an episode has its show as author; anything else is a file at a link.
  if (platform === 'podcast' && author !== null) return origins.publisher
  if (platform === 'upload' || platform === 'podcast')
    return source === 'captions' ? origins.inFile : origins.automaticInFile
  return (source === 'captions' ? origins.captions : origins.automatic)(PLATFORM_NAMES[platform])
}

/** Where a text comes from, in a line: its language, how it came about, and how long it is. */
export function provenance(transcript: Subject): string {
  const length = formatDuration(transcript.duration_seconds)
  const covered = transcript.complete ? length : commonWords.partOf(length, formatDuration(transcript.total_seconds))
  const line = [transcript.lang && languageName(transcript.lang), origin(transcript), covered]
    .filter(Boolean)
    .join(' · ')
  return line.charAt(0).toUpperCase() + line.slice(1)
}
