import type { Segment } from '@/lib/captions/cue'
import type { TranscriptSource, Warning } from '@/lib/captions/transcript'
import type { Db } from '@/lib/platform/db'
import type { Transcript } from '@/lib/platform/generated/prisma/client'
import { newId } from '@/lib/platform/ids'
import { indexTranscript } from './index-transcript'
import { packSegments } from './stored-segments'

export type NewTranscript = {
  mediaId: string
  requestedLang: string
  lang: string | null
  source: TranscriptSource
  engine: { name: string; model: string } | null
  availableLangs: string[]
  segments: Segment[]
  coveredMs: number
  totalMs: number
  complete: boolean
  warnings: Warning[]
}

/** Stores the text of a recording for a language asked for, in place of what was stored for it before. */
export async function storeTranscript(tx: Db, transcript: NewTranscript): Promise<Transcript> {
  const { mediaId, requestedLang, engine, segments, ...rest } = transcript
  const data = {
    ...rest,
    engineName: engine?.name ?? null,
    engineModel: engine?.model ?? null,
    segments: packSegments(segments),
  }
  const stored = await tx.transcript.upsert({
    where: { mediaId_requestedLang: { mediaId, requestedLang } },
    create: { id: newId(), mediaId, requestedLang, ...data },
    update: data,
  })
  await indexTranscript(tx, stored, segments)
  return stored
}
