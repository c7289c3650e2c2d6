'use client'

import dynamic from 'next/dynamic'
import Link from 'next/link'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { AllowanceActions } from '@/components/allowance/allowance-actions'
import { formatPercent } from '@/components/format/format-percent'
import { ProblemCard } from '@/components/problem/problem-card'
import { problemOf } from '@/components/problem/problem-of'
import { ModelOffer, withoutWays } from '@/components/speech/model-offer'
import { Button } from '@/components/ui/button'
import { ProgressBar } from '@/components/ui/progress-bar'
import { queueFiles } from '@/components/uploads/drop-anywhere'
import { useReceiver } from '@/components/uploads/use-receiver'
import { FailingNotice } from './failing-notice'
import { LinkField } from './link-field'
import { OtherSources } from './other-sources'
import { pastedLinks } from './pasted-links'
import { isInPlaylist } from './recognise-hint'
import type { Source } from './start-transcript'
import { UnfinishedNotice } from './unfinished-notice'
import type { Sending } from './upload-file'
import { type Choices, type Submission, useSubmission } from './use-submission'
import { words } from './words'

/** Loaded for a link that leads to several recordings. */
const ImportOffer = dynamic(() => import('./import-offer').then((module) => module.ImportOffer), { ssr: false })

/** Loaded for a page with several recordings. */
const SeveralRecordings = dynamic(() => import('./several-recordings').then((module) => module.SeveralRecordings), {
  ssr: false,
})

/** Loaded when several links are pasted. */
const ManyLinks = dynamic(() => import('./many-links').then((module) => module.ManyLinks), { ssr: false })

/** The files that the system's picker shows first, with endings that systems don't know as audio or video. */
const RECORDINGS = 'audio/*,video/*,.mkv,.mka,.opus,.caf,.amr,.mts,.m2ts'

/** How the names of caption files end, without the dot. `own`: those that no other files have. */
export type CaptionEndings = { all: readonly string[]; own: readonly string[] }

type Props = {
  initialLink?: string
  captionEndings: CaptionEndings
  /** Whether the field for the link has the focus when the page opens. */
  takesFocus?: boolean
}

/**
 * The form that takes a link, files or a sample. One source opens the page of its transcript; several files become a list of
 * uploads. `initialLink`: a link that is filled in.
 */
export function SourceForm({ initialLink = '', captionEndings, takesFocus = false }: Props) {
  const [link, setLink] = useState(initialLink)
  const [links, setLinks] = useState<readonly string[]>([])
  const [choices, setChoices] = useState<Choices>({ lang: 'auto', download: '', diarize: false })
  const submission = useSubmission()
  const field = useRef<HTMLInputElement>(null)
  const picker = useRef<HTMLInputElement>(null)

  const { start, busy, source, progress } = submission
  const pick = () => picker.current?.click()
  const takeFiles = (files: readonly File[], diarize = choices.diarize) => {
    const chosen = { ...choices, diarize }
    const [file] = files
    if (file && files.length === 1 && !busy) start({ file }, chosen)
    else void queueFiles(files, chosen)
    return true
  }
  const takeLinks = (text: string) => {
    const pasted = pastedLinks(text)
    if (pasted.length > 0) setLinks(pasted)
    return pasted.length > 0
  }
  const takeLink = (text: string) => {
    if (takeLinks(text)) return
    setLink(text)
    field.current?.focus()
  }
  useReceiver(takeFiles, takeLink)
  const adopt = useEffectEvent(() => {
    const early = field.current?.value ?? ''
    if (early !== link && !takeLinks(early)) setLink(early)
  })
  // The field has the focus, so it may have been filled before the page was interactive.
  useEffect(() => adopt(), [])

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
      {links.length > 0 ? (
        <ManyLinks links={links} lang={choices.lang} onClear={() => setLinks([])} />
      ) : (
        <form onSubmit={submit} className="flex flex-col gap-3 sm:flex-row">
          <LinkField
            ref={field}
            value={link}
            onChange={setLink}
            onPasteText={takeLinks}
            disabled={busy}
            captionEndings={captionEndings.own}
            takesFocus={takesFocus}
          />
          <Button type="submit" variant="primary" size="large" disabled={busy}>
            {words.transcribe}
          </Button>
        </form>
      )}
      {initialLink !== '' && link === initialLink && !busy && !submission.error && (
        <p role="status" className="text-sm text-soft">
          {words.linkKept}
        </p>
      )}
      {!busy && isInPlaylist(link) && (
        <p role="status" className="text-sm text-soft">
          {words.inPlaylist}{' '}
          <Link href={`/imports?url=${encodeURIComponent(link.trim())}`} className="link">
            {words.importPlaylist}
          </Link>
        </p>
      )}
      {!busy && <FailingNotice link={link} />}
      {busy && source && <BusyLine source={source} progress={progress} onCancel={submission.cancel} />}
      <SourceProblem
        submission={submission}
        onChange={change}
        onChoose={(chosen) => {
          setLink(chosen)
          start({ link: chosen }, choices)
        }}
        onAll={(all) => {
          submission.dismiss()
          setLinks(all)
        }}
      />
      {!busy && <UnfinishedNotice onChoose={pick} />}
      <div hidden={busy} className="contents">
        <OtherSources
          choices={choices}
          onChoices={setChoices}
          onPick={pick}
          onFile={(file, diarize) => takeFiles([file], diarize || choices.diarize)}
        />
      </div>
      <input
        ref={picker}
        type="file"
        multiple
        accept={[RECORDINGS, ...captionEndings.all.map((ending) => `.${ending}`)].join(',')}
        hidden
        aria-label={words.file}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) takeFiles(files)
        }}
      />
    </div>
  )
}

type BusyLineProps = { source: Source; progress: Sending; onCancel: () => void }

function wordsFor(source: Source, { share, waiting }: Sending): string {
  if (!('file' in source)) return words.opening
  if (waiting) return words.offline
  return share < 1 ? words.sending(source.file.name) : words.reading
}

/** Progress between the click and the page of the transcript. */
function BusyLine({ source, progress, onCancel }: BusyLineProps) {
  const { share } = progress
  const sending = 'file' in source && share < 1
  const doing = wordsFor(source, progress)
  return (
    <div className="flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <p className="flex justify-between gap-4 pb-2 text-sm text-soft" role="status">
          <span className="truncate">{doing}</span>
          {sending && <span className="tabular-nums">{formatPercent(share)}</span>}
        </p>
        <ProgressBar value={sending ? share : null} label={doing} />
      </div>
      <Button variant="quiet" onClick={onCancel}>
        {words.cancel}
      </Button>
    </div>
  )
}

type SourceProblemProps = {
  submission: Submission
  /** To put in something else. */
  onChange: () => void
  onChoose: (link: string) => void
  onAll: (links: readonly string[]) => void
}

const linksIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((link) => typeof link === 'string') : []

/**
 * Why there is no transcript, and the one thing that helps; a show or a list is offered for import, and of a page with several
 * recordings one is chosen.
 */
function SourceProblem({ submission, onChange, onChoose, onAll }: SourceProblemProps) {
  const { error, busy, source } = submission
  if (!error) return null
  const problem = problemOf(error)
  if (problem.context.importable && source && 'link' in source) {
    const { subscriptions } = problem.context
    const offer = { link: source.link, onChange }
    return <ImportOffer {...offer} subscriptions={typeof subscriptions === 'number' ? subscriptions : null} />
  }
  const links = linksIn(problem.context.links)
  return (
    <ProblemCard problem={withoutWays(problem)}>
      {problem.code === 'allowance_exceeded' ? (
        <AllowanceActions context={problem.context} busy={busy} onTakePart={submission.takePart} />
      ) : problem.retryable ? (
        <Button onClick={submission.retry}>{words.retry}</Button>
      ) : (
        <>
          {links.length > 0 && (
            <SeveralRecordings links={links} busy={busy} onChoose={onChoose} onAll={() => onAll(links)} />
          )}
          <ModelOffer problem={problem} busy={busy} onStarted={submission.retry} />
          <Button onClick={onChange}>{source && 'file' in source ? words.anotherFile : words.changeLink}</Button>
        </>
      )}
    </ProblemCard>
  )
}
