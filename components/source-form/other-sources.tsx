import { ChevronDown, FileUp } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { toast } from '@/components/ui/toast'
import { ChoicesRow } from './choices-row'
import type { Choices } from './use-submission'
import { words } from './words'

type Props = {
  choices: Choices
  onChoices: (choices: Choices) => void
  /** Opens the browser's file picker. */
  onPick: () => void
  /** `diarize`: the sample has several speakers. */
  onFile: (file: File, diarize: boolean) => void
}

/** The other inputs of the form: a file, a sample, and the optional language, format and speakers. */
export function OtherSources({ choices, onChoices, onPick, onFile }: Props) {
  const [choosing, setChoosing] = useState(false)
  const choicesId = useId()
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <div className="-ms-3 flex flex-wrap items-center">
        <Button variant="quiet" size="snug" onClick={onPick}>
          <FileUp className="size-4" aria-hidden="true" />
          {words.chooseFile}
        </Button>
        <Button
          variant="quiet"
          size="snug"
          aria-expanded={choosing}
          aria-controls={choicesId}
          onClick={() => setChoosing((shown) => !shown)}
        >
          {words.choices}
          <ChevronDown className={classes('size-4', choosing && 'rotate-180')} aria-hidden="true" />
        </Button>
      </div>
      <div id={choicesId} hidden={!choosing} className="w-full sm:order-last sm:pt-2">
        <ChoicesRow choices={choices} onChange={onChoices} />
      </div>
      <SampleButtons onFile={onFile} />
    </div>
  )
}

const SAMPLES = [
  { address: '/samples/reading.mp3', name: 'reading.mp3', type: 'audio/mpeg', label: words.voice, diarize: false },
  {
    address: '/samples/two-voices.mp3',
    name: 'two-voices.mp3',
    type: 'audio/mpeg',
    label: words.voices,
    diarize: true,
  },
  { address: '/samples/jfk.flac', name: 'jfk.flac', type: 'audio/flac', label: words.speech, diarize: false },
  { address: '/samples/captioned.mp4', name: 'captioned.mp4', type: 'video/mp4', label: words.clip, diarize: false },
]

/** Sample files, which are uploaded like any other file. */
function SampleButtons({ onFile }: { onFile: (file: File, diarize: boolean) => void }) {
  const [loading, setLoading] = useState(false)
  const take = async ({ address, name, type, diarize }: (typeof SAMPLES)[number]) => {
    setLoading(true)
    const response = await fetch(address).catch(() => null)
    setLoading(false)
    if (response?.ok) onFile(new File([await response.blob()], name, { type }), diarize)
    else toast.error(words.noSample)
  }
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <span className="pe-1.5 text-sm text-soft max-sm:w-full">{words.samples}</span>
      {SAMPLES.map((sample) => (
        <Button key={sample.name} size="small" disabled={loading} onClick={() => void take(sample)}>
          {sample.label}
        </Button>
      ))}
    </span>
  )
}
