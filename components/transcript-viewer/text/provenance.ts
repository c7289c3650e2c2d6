import { languageName } from '@/components/format/language-name'
import { words as speechWords } from '@/components/speech/words'
import { words as commonWords } from '@/components/words'
import { formatShortClock } from '@/lib/captions/clock'
import { isPart } from '@/lib/captions/missing-words'
import type { Transcript } from '@/lib/captions/transcript'
import { siteName } from '@/lib/platforms/platforms'
import { words } from '../words'

type Subject = Pick<
  Transcript,
  'lang' | 'source' | 'engine' | 'platform' | 'author' | 'duration_seconds' | 'total_seconds' | 'warnings'
> & { url?: string }

function origin({ source, engine, platform, url = '', author }: Subject): string {
  const { origins } = words
  if (source === 'speech_to_text') return origins.speech(engine && speechWords.engineName(engine.name))
  // On the platform `podcast` an episode has its show as author; anything else is a file behind a link.
  if (platform === 'podcast' && author !== null) return origins.publisher
  if (platform === 'upload' || platform === 'podcast')
    return source === 'captions' ? origins.inFile : origins.automaticInFile
  return (source === 'captions' ? origins.captions : origins.automatic)(siteName(platform, url))
}

/** The origin of a text, in one line: its language and whether it was detected, its source, and its length as the player shows it. */
export function provenance(transcript: Subject, isDetected = false): string {
  const length = formatShortClock(transcript.duration_seconds * 1000)
  const covered = isPart(transcript)
    ? commonWords.partOf(length, formatShortClock(transcript.total_seconds * 1000))
    : length
  const language = transcript.lang && languageName(transcript.lang)
  const line = [language && isDetected ? words.detected(language) : language, origin(transcript), covered]
    .filter(Boolean)
    .join(' · ')
  return line.charAt(0).toUpperCase() + line.slice(1)
}
