import type { Warning } from '@/lib/captions/warning'
import type { Chunk } from '@/lib/core/generated/prisma/client'
import { BETTER_ENGINE_HINT, PARTLY_DRAFTED_HINT } from '@/lib/speech/better-engine-hint'
import { configuredEngine } from '@/lib/speech/configured-engine'
import { isDraftEngine } from '@/lib/speech/engine'

/** The engine that transcribed a part of a recording, and how long that part is. */
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

/** Chunks from releases that did not store the engine per chunk: the engine in use is assumed. */
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
 * The engine label of a text. Several engines may have made it, since the configuration can change while a job runs:
 * the label is the engine that made most of it, and a draft if any part is a draft. `before`: the engines of the part
 * that the job continues.
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
