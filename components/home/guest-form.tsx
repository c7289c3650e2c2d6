'use client'

import { ArrowDown, FileUp } from 'lucide-react'
import Link from 'next/link'
import { type FormEvent, useRef, useState } from 'react'
import { LinkField } from '@/components/source-form/link-field'
import { recogniseHint } from '@/components/source-form/recognise-hint'
import { Button } from '@/components/ui/button'
import { DropVeil, useDropTarget } from '@/components/uploads/drop-target'
import { words } from './words'

const SIGN_IN_FOR_FILES = `/sign-in?${new URLSearchParams({ callbackUrl: '/' })}`

/**
 * The form of the front page for a user who is not signed in. The browser sends the link to the sign-in page, which carries
 * it through, so this works without script too. A file can't be kept: it has to be dropped again afterwards.
 */
export function GuestForm({ captionEndings }: { captionEndings: readonly string[] }) {
  const [link, setLink] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const fill = (text: string) => {
    setLink(text)
    setProblem(null)
    field.current?.focus()
  }
  const hovering = useDropTarget(() => setProblem(words.guest.fileNeedsAccount), fill)
  const submit = (event: FormEvent) => {
    if (recogniseHint(link) !== null) return
    event.preventDefault()
    setProblem(words.guest.noLink)
    field.current?.focus()
  }
  return (
    <div className="flex flex-col gap-4">
      <DropVeil shown={hovering} />
      <form action="/sign-in" onSubmit={submit} className="flex flex-col gap-3 sm:flex-row">
        <LinkField ref={field} name="link" value={link} onChange={fill} captionEndings={captionEndings} />
        <Button type="submit" variant="primary" size="large">
          {words.guest.transcribe}
        </Button>
      </form>
      {problem && (
        <p role="alert" className="text-sm text-failed">
          {problem}
        </p>
      )}
      <div className="-ms-3 flex flex-wrap items-center">
        <Button asChild variant="quiet" size="snug">
          <a href="#sample">
            <ArrowDown className="size-4" aria-hidden="true" />
            {words.guest.sample}
          </a>
        </Button>
        <Button asChild variant="quiet" size="snug">
          <Link href={SIGN_IN_FOR_FILES} prefetch={false}>
            <FileUp className="size-4" aria-hidden="true" />
            {words.guest.file}
          </Link>
        </Button>
      </div>
    </div>
  )
}
