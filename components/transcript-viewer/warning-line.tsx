import { Info } from 'lucide-react'
import type { Transcript, Warning } from '@/lib/captions/transcript'
import { ContinueButton } from './continue-button'
import { EngineHelp } from './engine-help'

type Props = { warning: Warning; transcript: Transcript }

/** What to know about the text, in one calm line, with the action that helps. */
export function WarningLine({ warning, transcript }: Props) {
  const isDraft = warning.code === 'offline_engine'
  const end = warning.detail.indexOf('. ') + 1
  // The rest of the sentence about the engine is for whoever opens it.
  const [reported, more] =
    isDraft && end > 0 ? [warning.detail.slice(0, end), warning.detail.slice(end + 1)] : [warning.detail, '']
  return (
    <div className="flex gap-2 text-sm text-soft">
      <Info className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="inline">{reported} </p>
        {isDraft && <EngineHelp text={more} />}
        {warning.code === 'partial' && <ContinueButton transcript={transcript} />}
      </div>
    </div>
  )
}
