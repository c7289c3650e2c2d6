import { ChevronDown, FileUp } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { ChoicesRow } from './choices-row'
import { SampleButtons } from './sample-buttons'
import type { Choices } from './use-submission'
import { words } from './words'

type Props = {
  choices: Choices
  onChoices: (choices: Choices) => void
  /** Opens the browser's own choice of files. */
  onPick: () => void
  onFile: (file: File) => void
}

/** What else the form takes, a file or a sample, and the language and format, folded away until wanted. */
export function OtherSources({ choices, onChoices, onPick, onFile }: Props) {
  const [choosing, setChoosing] = useState(false)
  const choicesId = useId()
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="-ms-3 flex flex-wrap items-center">
          <Button look="quiet" size="snug" onClick={onPick}>
            <FileUp className="size-4" aria-hidden="true" />
            {words.chooseFile}
          </Button>
          <Button
            look="quiet"
            size="snug"
            aria-expanded={choosing}
            aria-controls={choicesId}
            onClick={() => setChoosing((shown) => !shown)}
          >
            {words.choices}
            <ChevronDown className={classes('size-4', choosing && 'rotate-180')} aria-hidden="true" />
          </Button>
        </div>
        <SampleButtons onFile={onFile} />
      </div>
      <div id={choicesId} hidden={!choosing}>
        <ChoicesRow choices={choices} onChange={onChoices} />
      </div>
    </>
  )
}
