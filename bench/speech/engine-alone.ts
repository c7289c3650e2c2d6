import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Chunk, planChunks } from '@/lib/media/chunks/plan-chunks'
import { readChunk } from '@/lib/media/chunks/read-chunk'
import { decodeAudio } from '@/lib/media/decode-audio'
import { findVoiceActivity } from '@/lib/media/voice-activity/find-voice-activity'
import type { ChunkEngine } from '@/lib/speech/engine'

/** How many seconds an engine takes for a recording's chunks, so many at a time, with nothing around it. */
export async function engineAlone(
  file: string,
  engine: ChunkEngine,
  concurrency: number,
): Promise<{ seconds: number; chunks: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-bench-engine-'))
  try {
    const pcm = path.join(folder, 'audio.pcm')
    await decodeAudio(file, pcm)
    const chunks = await planChunks(pcm, {
      minSeconds: 20,
      maxSeconds: 28,
      voiceActivity: await findVoiceActivity(pcm),
    })
    const waiting = chunks.filter(({ silent }) => !silent)
    const { signal } = new AbortController()
    const transcribe = async ({ startMs, endMs }: Chunk) =>
      engine.transcribe(
        { wav: await readChunk(pcm, startMs, endMs), durationMs: endMs - startMs },
        { lang: null, signal },
      )
    const work = async () => {
      for (let chunk = waiting.shift(); chunk; chunk = waiting.shift()) await transcribe(chunk)
    }
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: concurrency }, work))
    return { seconds: (performance.now() - startedAt) / 1000, chunks: chunks.length }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
