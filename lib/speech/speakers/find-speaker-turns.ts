import type { Warning } from '@/lib/captions/warning'
import { env } from '@/lib/core/env'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import type { SpeakerTurn } from '../engine'
import { findMoonshine } from '../moonshine/find-moonshine'
import { estimateLocalSpeakerSeconds, findLocalSpeakerTurns } from '../moonshine/find-speaker-turns'
import { fetchSpeakerTurns, type SpeakerServer } from '../openai/fetch-speaker-turns'

/** The warning where a recording is too long to tell its speakers apart. */
export function speakersOfTooLong(maxSeconds: number): Warning {
  return {
    code: 'speakers_unavailable',
    detail: `The speakers of this recording were not told apart: this server does that in recordings of up to ${Math.floor(maxSeconds / 60)} minutes. Send it in parts, or ask the operator to raise DIARIZE_MAX_SECONDS.`,
  }
}

/** The warning of a transcript that was asked for with speakers and has none. */
export const SPEAKERS_UNAVAILABLE: Warning = {
  code: 'speakers_unavailable',
  detail:
    'The speakers of this recording could not be told apart. Speakers are known where captions name them, with AssemblyAI, and where the speech engine Moonshine is installed.',
}

/** A guess: servers differ. */
const SERVER_TIMES_REAL_TIME = 0.1

/** The server that separates speakers; null when its model is not set. */
function speakerServer(): SpeakerServer | null {
  const { SPEECH_API_URL: apiUrl, SPEECH_API_KEY: apiKey, SPEECH_API_DIARIZE_MODEL: model } = env()
  return apiUrl && model ? { apiUrl, apiKey, model } : null
}

/** Whether speakers can be distinguished, with any engine for the text: by a server, or by Moonshine on this machine. */
export async function canFindSpeakerTurns(): Promise<boolean> {
  return speakerServer() !== null || (await findMoonshine()) !== null
}

/** Whether a recording is too long for separating speakers on this machine; a diarization server has no such limit. */
export function isTooLongForSpeakers(durationMs: number): boolean {
  return speakerServer() === null && durationMs > env().DIARIZE_MAX_SECONDS * 1000
}

/** About how many seconds it takes to tell the speakers of a recording apart; 0 where that is not done. */
export async function estimateSpeakerSeconds(durationMs: number): Promise<number> {
  if (speakerServer()) return (durationMs / 1000) * SERVER_TIMES_REAL_TIME
  if (isTooLongForSpeakers(durationMs) || !(await findMoonshine())) return 0
  return estimateLocalSpeakerSeconds(durationMs)
}

/**
 * Finds who speaks when in a PCM file (see `decodeAudio`), with one set of speakers for the whole recording: by the model of an
 * OpenAI-compatible server where one is set, else by Moonshine on this machine. Null where that is not possible.
 */
export async function findSpeakerTurns(pcmFile: string, signal: AbortSignal): Promise<SpeakerTurn[] | null> {
  const server = speakerServer()
  if (!server) return findLocalSpeakerTurns(pcmFile, signal)
  try {
    return await fetchSpeakerTurns(server, pcmFile, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Problem)) throw error
    log.warn('speakers were not told apart by the speech server', { code: error.code, cause: error.cause })
    return null
  }
}
