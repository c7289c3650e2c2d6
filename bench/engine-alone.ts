import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { decodeAudio } from '@/lib/media/decode-audio'
import { type Piece, planPieces } from '@/lib/media/plan-pieces'
import { readPiece } from '@/lib/media/read-piece'
import type { PieceEngine } from '@/lib/speech/engine'

/** How many seconds an engine takes for a recording's pieces, so many at a time, with nothing around it. */
export async function engineAlone(
  file: string,
  engine: PieceEngine,
  concurrency: number,
): Promise<{ seconds: number; pieces: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-bench-engine-'))
  try {
    const pcm = path.join(folder, 'audio.pcm')
    await decodeAudio(file, pcm)
    const pieces = await planPieces(pcm, { minSeconds: 20, maxSeconds: 28 })
    const waiting = pieces.filter(({ silent }) => !silent)
    const { signal } = new AbortController()
    const hear = async ({ startMs, endMs }: Piece) =>
      engine.transcribe(
        { wav: await readPiece(pcm, startMs, endMs), durationMs: endMs - startMs },
        { lang: null, signal },
      )
    const work = async () => {
      for (let piece = waiting.shift(); piece; piece = waiting.shift()) await hear(piece)
    }
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: concurrency }, work))
    return { seconds: (performance.now() - startedAt) / 1000, pieces: pieces.length }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
