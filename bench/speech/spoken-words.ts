import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { findProgram } from '@/lib/core/programs/find-program'

const WORDS_A_SEGMENT = 10
export const SEGMENT_SECONDS = 4

/** Words as people write them, from this project's own pages: made-up text would be stored in next to nothing. */
function wordsOfPages(): string[] {
  const pages = readdirSync('docs/guide').filter((name) => name.endsWith('.md'))
  const text = pages.map((name) => readFileSync(`docs/guide/${name}`, 'utf8')).join('\n')
  return text.match(/[A-Za-z]{1,20}/g) ?? []
}

const WORDS = wordsOfPages()

/** Lines of so many hours of speech, 150 words a minute, unlike those of another `seed`. */
export function spokenLines(hours: number, seed: number): string[] {
  let state = seed * 2_654_435_761 + 1
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return WORDS[Math.floor((state / 2 ** 32) * WORDS.length)] ?? ''
  }
  const line = () => Array.from({ length: WORDS_A_SEGMENT }, next).join(' ')
  return Array.from({ length: (hours * 3600) / SEGMENT_SECONDS }, line)
}

const SAMPLE = { file: 'public/samples/reading.mp3', seconds: 20.48 }

/** Writes an MP3 file of `minutes` minutes that repeats one reading. The title makes the file unique. */
export async function loopReading(file: string, minutes: number, title: string): Promise<void> {
  const turns = Math.ceil((minutes * 60) / SAMPLE.seconds)
  const ffmpeg = await findProgram('ffmpeg', ['-version'])
  const input = ['-v', 'error', '-stream_loop', String(turns - 1), '-i', SAMPLE.file]
  execFileSync(ffmpeg?.path ?? 'ffmpeg', [...input, '-c', 'copy', '-metadata', `title=${title}`, file])
}
