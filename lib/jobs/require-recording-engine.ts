import { Problem } from '@/lib/platform/problem'
import { requireEngine } from '@/lib/speech/configured-engine'
import type { RecordingEngine } from '@/lib/speech/engine'

/** The engine in use, which must be the kind that the job was prepared for. Throws `transcriber_unavailable`. */
export async function requireRecordingEngine(lang: string | null): Promise<RecordingEngine> {
  const engine = await requireEngine(lang)
  if (engine.mode === 'remoteAsync') return engine
  throw new Problem('transcriber_unavailable', {
    detail: 'The speech engine was changed while this recording was under way. Nothing was charged; ask again.',
    context: { retryable: false },
  })
}
