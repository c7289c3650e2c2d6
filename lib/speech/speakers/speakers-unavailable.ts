import type { Warning } from '@/lib/captions/warning'

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
