import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { Problem } from '@/lib/platform/problem/problem'
import { findMoonshine } from '../moonshine/find-moonshine'
import { findLocalSpeakerTurns } from '../moonshine/find-speaker-turns'
import { fetchSpeakerTurns, type SpeakerServer } from '../openai/fetch-speaker-turns'
import type { SpeakerTurn } from './speaker-turn'

/** The server that tells speakers apart; null where its model is not set. */
function speakerServer(): SpeakerServer | null {
  const { SPEECH_API_URL: apiUrl, SPEECH_API_KEY: apiKey, SPEECH_API_DIARIZE_MODEL: model } = env()
  return apiUrl && model ? { apiUrl, apiKey, model } : null
}

/** Whether speakers can be told apart, whatever engine writes the text: by a server, or by Moonshine on this machine. */
export async function canFindSpeakerTurns(): Promise<boolean> {
  return speakerServer() !== null || (await findMoonshine()) !== null
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
