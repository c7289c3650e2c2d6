import type { Transcript } from '@/lib/captions/transcript'
import { formatDuration } from '../format-duration'
import { PLATFORM_NAMES } from '../platform-names'
import { languageName } from '../source-form/languages'

type Subject = Pick<
  Transcript,
  'lang' | 'source' | 'engine' | 'platform' | 'duration_seconds' | 'total_seconds' | 'complete'
>

function origin({ source, engine, platform }: Subject): string {
  if (source === 'speech_to_text') return `speech to text${engine ? ` by ${engine.name}` : ''}`
  const place = platform === 'upload' ? 'in the file' : `from ${PLATFORM_NAMES[platform]}`
  return `${source === 'captions' ? 'captions' : 'automatic captions'} ${place}`
}

/** Where a text comes from, in a line: its language, how it came about, and how long it is. */
export function provenance(transcript: Subject): string {
  const length = formatDuration(transcript.duration_seconds)
  const covered = transcript.complete ? length : `${length} of ${formatDuration(transcript.total_seconds)}`
  const line = [transcript.lang && languageName(transcript.lang), origin(transcript), covered]
    .filter(Boolean)
    .join(' · ')
  return line.charAt(0).toUpperCase() + line.slice(1)
}
