import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** A voice of CMU Flite. */
export type Voice = 'slt' | 'rms' | 'awb' | 'kal16'

const SENTENCES = [
  'Good evening. The library stays open at night now, and there were many students reading until the doors were closed.',
  'I did not know that. Most of them were writing, and one was asleep on a pile of old newspapers by the window.',
  'So it is. Ten years ago nobody would have believed it, and now there are not enough chairs for all of them.',
]
const BYTES_PER_MS = 32

/**
 * A conversation by synthetic voices in turn, as a PCM file (raw 16 kHz mono 16-bit) in a folder, and when each of them speaks. Every
 * turn lasts some seconds.
 */
export async function pcmOfVoices(
  folder: string,
  voices: readonly Voice[],
): Promise<{ file: string; spoken: { voice: Voice; startMs: number; endMs: number }[] }> {
  const turns: Buffer[] = []
  const spoken: { voice: Voice; startMs: number; endMs: number }[] = []
  let startMs = 0
  for (const [at, voice] of voices.entries()) {
    const wav = path.join(folder, `turn-${at}.wav`)
    execFileSync('flite', ['-voice', voice, '-t', SENTENCES[at % SENTENCES.length] ?? '', '-o', wav])
    const raw = `${wav}.pcm`
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', wav, '-ar', '16000', '-ac', '1', '-f', 's16le', raw])
    const pcm = await readFile(raw)
    const endMs = startMs + pcm.length / BYTES_PER_MS
    turns.push(pcm)
    spoken.push({ voice, startMs, endMs })
    startMs = endMs
  }
  const file = path.join(folder, 'voices.pcm')
  await writeFile(file, Buffer.concat(turns))
  return { file, spoken }
}
