'use client'

import { ChevronDown, FileUp } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { AllowanceActions } from '@/components/allowance/allowance-actions'
import { ProblemCard } from '@/components/problem-card'
import { problemOf } from '@/components/problem-of'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { BusyLine } from './busy-line'
import { ChoicesRow } from './choices-row'
import { DropVeil } from './drop-veil'
import { LinkField } from './link-field'
import { SampleButtons } from './sample-buttons'
import { UnfinishedNotice } from './unfinished-notice'
import { useDropTarget } from './use-drop-target'
import { type Choices, useSubmission } from './use-submission'
import { words } from './words'

const ACCEPTED = 'audio/*,video/*,.srt,.vtt,.ttml,.dfxp,.ass,.ssa,.lrc,.json,.xml,.mkv,.opus,.m4a,.flac'

/** The one field: a link, a file, or a sample in; the transcript's page out. */
export function SourceForm() {
  const [link, setLink] = useState('')
  const [choices, setChoices] = useState<Choices>({ lang: 'auto', download: '' })
  const [choosing, setChoosing] = useState(false)
  const submission = useSubmission()
  const field = useRef<HTMLInputElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const choicesId = useId()

  const { start, busy } = submission
  const takeFile = (file: File) => {
    if (!busy) start({ file }, choices)
  }
  const takeLink = (text: string) => {
    setLink(text)
    field.current?.focus()
  }
  const hovering = useDropTarget(takeFile, takeLink)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (link.trim()) start({ link: link.trim() }, choices)
    else field.current?.focus()
  }
  const change = () => {
    submission.dismiss()
    if (submission.source && 'file' in submission.source) picker.current?.click()
    else field.current?.select()
  }
  const problem = submission.error && problemOf(submission.error)

  return (
    <div className="flex flex-col gap-4">
      <DropVeil shown={hovering} />
      <form onSubmit={submit} className="flex flex-col gap-3 sm:flex-row">
        <LinkField ref={field} value={link} onChange={setLink} disabled={busy} />
        <Button type="submit" look="primary" size="large" disabled={busy}>
          {words.transcribe}
        </Button>
      </form>
      {busy && submission.source && (
        <BusyLine source={submission.source} progress={submission.progress} onCancel={submission.cancel} />
      )}
      {problem && (
        <ProblemCard problem={problem}>
          {problem.code === 'allowance_exceeded' ? (
            <AllowanceActions context={problem.context} busy={busy} onTakePart={submission.takePart} />
          ) : problem.retryable ? (
            <Button onClick={submission.retry}>{words.retry}</Button>
          ) : (
            <Button onClick={change}>
              {submission.source && 'file' in submission.source ? words.anotherFile : words.changeLink}
            </Button>
          )}
        </ProblemCard>
      )}
      {!busy && <UnfinishedNotice onChoose={() => picker.current?.click()} />}
      <div className={classes('flex flex-wrap items-center justify-between gap-2', busy && 'hidden')}>
        <div className="-ms-3 flex flex-wrap items-center">
          <Button look="quiet" size="snug" onClick={() => picker.current?.click()}>
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
        <SampleButtons onFile={takeFile} />
      </div>
      <div id={choicesId} hidden={!choosing || busy}>
        <ChoicesRow choices={choices} onChange={setChoices} />
      </div>
      <input
        ref={picker}
        type="file"
        accept={ACCEPTED}
        hidden
        aria-label={words.file}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) takeFile(file)
        }}
      />
    </div>
  )
}
