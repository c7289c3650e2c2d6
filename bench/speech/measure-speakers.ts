import { stat } from 'node:fs/promises'
import { findLocalSpeakerTurns } from '@/lib/speech/moonshine/find-speaker-turns'
import { diarizationErrorRate } from '@/lib/speech/testing/speaker-errors'
import { pcmOfVoices, type Voice } from '@/test/voices'

const PCM_BYTES_PER_SECOND = 32_000
/** Five turns of each voice at least. */
const TURNS = 15

const VOICES: readonly { name: string; voices: readonly Voice[]; mostErrors: number }[] = [
  { name: 'two voices, a woman and a man', voices: ['slt', 'rms'], mostErrors: 0.1 },
  { name: 'two voices, both men', voices: ['rms', 'awb'], mostErrors: 0.1 },
  { name: 'three voices', voices: ['slt', 'rms', 'awb'], mostErrors: 0.1 },
]

/** A row for each conversation, and what was worse than it should be. */
export type SpeakerErrors = { rows: string[][]; missed: string[] }

/** How well speakers are distinguished on this machine, in conversations of synthetic voices in turn. */
export async function measureSpeakers(folder: string): Promise<SpeakerErrors> {
  const measured: SpeakerErrors = { rows: [], missed: [] }
  for (const { name, voices, mostErrors } of VOICES) {
    const inTurn = Array.from({ length: TURNS }, (_, at) => voices[at % voices.length] ?? 'slt')
    const { file, spoken } = await pcmOfVoices(folder, inTurn)
    const seconds = (await stat(file)).size / PCM_BYTES_PER_SECOND
    const beganMs = performance.now()
    const turns = await findLocalSpeakerTurns(file)
    if (!turns) {
      console.log('Not measured: speakers. Moonshine is not installed here.')
      return measured
    }
    const pace = (performance.now() - beganMs) / 1000 / seconds
    const truth = spoken.map(({ voice, ...turn }) => ({ ...turn, label: voice }))
    const found = turns.map(({ speaker, ...turn }) => ({ ...turn, label: String(speaker) }))
    const errors = diarizationErrorRate(truth, found)
    const speakers = new Set(turns.map(({ speaker }) => speaker)).size
    const percent = `${(100 * errors).toFixed(1)} %`
    measured.rows.push([name, seconds.toFixed(0), String(TURNS), String(speakers), percent, pace.toFixed(2)])
    if (errors > mostErrors) measured.missed.push(`${percent} of the time has the wrong speaker: ${name}`)
  }
  return measured
}
