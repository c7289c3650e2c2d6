import type { Warning } from '@/lib/captions/transcript'
import type { Chunk } from '@/lib/platform/generated/prisma/client'
import { BETTER_ENGINE_HINT, PARTLY_DRAFTED_HINT } from '@/lib/speech/better-engine-hint'
import { configuredEngine } from '@/lib/speech/configured-engine'
import { isDraftEngine } from '@/lib/speech/engine'

/** What transcribed a stretch of a recording, and how long that is. */
export type EngineShare = { name: string; model: string; durationMs: number }

type Label = { engine: { name: string; model: string } | null; warnings: Warning[] }

type TranscribedChunk = Pick<Chunk, 'engineName' | 'engineModel' | 'startMs' | 'endMs' | 'overlapMs' | 'silent'>

function sharesOf(chunks: readonly TranscribedChunk[]): EngineShare[] {
  return chunks.flatMap(({ engineName, engineModel, startMs, endMs, overlapMs }) =>
    engineName === null
      ? []
      : [{ name: engineName, model: engineModel ?? '', durationMs: endMs - startMs - overlapMs }],
  )
}

/** Pieces transcribed before the engine was kept with each of them: it was the one in use, as far as anybody knows. */
async function assumedShares(chunks: readonly TranscribedChunk[]): Promise<EngineShare[]> {
  const unlabelled = chunks.filter(({ silent, engineName }) => !silent && engineName === null)
  const { engine } = unlabelled.length > 0 ? await configuredEngine() : { engine: null }
  if (!engine) return []
  return unlabelled.map(({ startMs, endMs }) => ({ name: engine.id, model: engine.model, durationMs: endMs - startMs }))
}

/** The engine and model that transcribed the most; null when none did. */
function mostOf(shares: readonly EngineShare[]): { name: string; model: string } | null {
  const totals = new Map<string, EngineShare>()
  for (const { name, model, durationMs } of shares) {
    const key = JSON.stringify([name, model])
    totals.set(key, { name, model, durationMs: durationMs + (totals.get(key)?.durationMs ?? 0) })
  }
  const [most] = [...totals.values()].sort((a, b) => b.durationMs - a.durationMs)
  return most ? { name: most.name, model: most.model } : null
}

/**
 * How a text is labelled that several engines may have made, since another one can be set up while a job runs: with the
 * engine that made most of it, and as a draft where any of it is one. `before`: what made the part that the job went on from.
 */
export async function engineOfText(
  chunks: readonly TranscribedChunk[],
  before: readonly EngineShare[],
): Promise<Label> {
  const labelled = [...before, ...sharesOf(chunks)]
  const shares = [...labelled, ...(labelled.length === before.length ? await assumedShares(chunks) : [])]
  const drafts = shares.filter(({ name }) => isDraftEngine(name)).length
  const detail = drafts === shares.length ? BETTER_ENGINE_HINT : PARTLY_DRAFTED_HINT
  return { engine: mostOf(shares), warnings: drafts > 0 ? [{ code: 'offline_engine', detail }] : [] }
}
