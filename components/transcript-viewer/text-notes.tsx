import type { Transcript } from '@/lib/captions/transcript'
import { provenance } from './provenance'
import { SourceLink } from './source-link'
import { WarningLine } from './warning-line'

type Props = {
  transcript: Transcript
  /** It is being gone on with. */
  grows: boolean
  /** The moment in seconds that the way to the platform leads to; absent: the page plays the recording itself. */
  source?: { seconds: number | null }
}

/** Where a text comes from, in a line, and what to know about it. */
export function TextNotes({ transcript, grows, source }: Props) {
  return (
    <>
      <p dir="ltr" className="flex w-fit flex-wrap gap-x-3 pt-1 text-sm text-soft">
        {provenance(transcript)}
        {source && transcript.platform !== 'upload' && <SourceLink transcript={transcript} seconds={source.seconds} />}
      </p>
      <div dir="ltr" className="flex flex-col gap-1 pt-2 empty:hidden">
        {transcript.warnings
          .filter(({ code }) => code !== 'no_speech' && !(grows && code === 'partial'))
          .map((warning) => (
            <WarningLine key={warning.code} warning={warning} transcript={transcript} />
          ))}
      </div>
    </>
  )
}
