import { Problem } from '@/lib/core/problem/problem'
import { requireEngine } from '@/lib/speech/configured-engine'
import type { RecordingEngine } from '@/lib/speech/engine'

/** The engine in use, which must be the kind that the job was prepared for. Throws `transcriber_unavailable`. */
export async function requireRecordingEngine(lang: string | null): Promise<RecordingEngine> {
  const engine = await requireEngine(lang)
  if (engine.mode === 'remoteAsync') return engine
  throw new Problem('transcriber_unavailable', {
    detail: 'The speech engine changed while this recording was transcribed. Nothing was charged. Try again.',
    context: { retryable: false },
  })
}
