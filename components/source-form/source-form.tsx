'use client'

import { type FormEvent, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { BusyLine } from './busy-line'
import { DropVeil } from './drop-veil'
import { LinkField } from './link-field'
import { OtherSources } from './other-sources'
import { SourceProblem } from './source-problem'
import { UnfinishedNotice } from './unfinished-notice'
import { useDropTarget } from './use-drop-target'
import { type Choices, useSubmission } from './use-submission'
import { words } from './words'

const ACCEPTED = 'audio/*,video/*,.srt,.vtt,.ttml,.dfxp,.ass,.ssa,.lrc,.json,.xml,.mkv,.opus,.m4a,.flac'

/** The one field: a link, a file, or a sample in; the transcript's page out. */
export function SourceForm() {
  const [link, setLink] = useState('')
  const [choices, setChoices] = useState<Choices>({ lang: 'auto', download: '' })
  const submission = useSubmission()
  const field = useRef<HTMLInputElement>(null)
  const picker = useRef<HTMLInputElement>(null)

  const { start, busy, source, progress } = submission
  const pick = () => picker.current?.click()
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
    if (source && 'file' in source) pick()
    else field.current?.select()
  }

  return (
    <div className="flex flex-col gap-4">
      <DropVeil shown={hovering} />
      <form onSubmit={submit} className="flex flex-col gap-3 sm:flex-row">
        <LinkField ref={field} value={link} onChange={setLink} disabled={busy} />
        <Button type="submit" look="primary" size="large" disabled={busy}>
          {words.transcribe}
        </Button>
      </form>
      {busy && source && <BusyLine source={source} progress={progress} onCancel={submission.cancel} />}
      <SourceProblem submission={submission} onChange={change} />
      {!busy && <UnfinishedNotice onChoose={pick} />}
      <div hidden={busy} className="contents">
        <OtherSources choices={choices} onChoices={setChoices} onPick={pick} onFile={takeFile} />
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
