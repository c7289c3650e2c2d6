import type { Warning } from '@/lib/captions/transcript'

/** The warning of a transcript that was asked for with speakers and has none. */
export const SPEAKERS_UNAVAILABLE: Warning = {
  code: 'speakers_unavailable',
  detail:
    'The speakers of this recording could not be told apart. Speakers are known where captions name them, with AssemblyAI, and where the speech engine Moonshine is installed.',
}
