import { execFileSync } from 'node:child_process'
import { findProgram } from '@/lib/core/programs/find-program'

const SAMPLE = { file: 'public/samples/reading.mp3', seconds: 20.48 }

/** Writes an MP3 file of `minutes` minutes that repeats one reading. The title makes the file unique. */
export async function loopReading(file: string, minutes: number, title: string): Promise<void> {
  const turns = Math.ceil((minutes * 60) / SAMPLE.seconds)
  const ffmpeg = await findProgram('ffmpeg', ['-version'])
  const input = ['-v', 'error', '-stream_loop', String(turns - 1), '-i', SAMPLE.file]
  execFileSync(ffmpeg?.path ?? 'ffmpeg', [...input, '-c', 'copy', '-metadata', `title=${title}`, file])
}
