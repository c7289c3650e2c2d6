'use client'

import { useMutation } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ProblemCard } from '@/components/problem/problem-card'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { ApiError } from '@/lib/api/client'
import { problemSchema } from '@/lib/core/problem/problem-schema'
import {
  csrfTokenSchema,
  LINK_MINUTES,
  type SignInBegun,
  type SignInMethods,
  signInBegunSchema,
} from '@/lib/sign-in/contract'
import { words } from './words'

type Props = { methods: SignInMethods; callbackUrl: string; problem: string | null }

/**
 * Begins a sign-in: `method` is an issuer's id, or `email` with an address to send a link to. Throws `ApiError`, and what
 * `fetch` throws.
 */
async function beginSignIn(method: string, fields: { email?: string; callbackUrl: string }): Promise<SignInBegun> {
  const csrf = await fetch('/api/auth/csrf')
  const { csrfToken } = csrfTokenSchema.parse(await csrf.json())
  const body = new URLSearchParams({ ...fields, csrfToken })
  const answer = await fetch(`/api/auth/signin/${encodeURIComponent(method)}`, { method: 'POST', body })
  const said: unknown = await answer.json()
  if (!answer.ok) throw new ApiError(problemSchema.parse(said))
  return signInBegunSchema.parse(said)
}

/** The sign-in methods, one below the other; once a link has been sent, where to find it. */
export function SignInPanel({ methods, callbackUrl, problem }: Props) {
  const begin = useMutation({
    mutationFn: ({ method, email }: { method: string; email?: string }) =>
      beginSignIn(method, { callbackUrl, ...(email === undefined ? {} : { email }) }),
    onSuccess: ({ url }) => {
      if (url) window.location.assign(url)
    },
  })
  const [timesSent, setTimesSent] = useState(1)
  const { data: begun, variables } = begin
  const again = useMutation({
    mutationFn: () => beginSignIn('email', { callbackUrl, email: variables?.email ?? '' }),
    onSuccess: () => setTimesSent((times) => times + 1),
  })
  if (begun && !begun.url) {
    return (
      <CheckMail
        email={variables?.email ?? ''}
        link={(again.data ?? begun).link}
        isPrinted={methods.link !== 'mailed'}
        error={again.error}
        isSending={again.isPending}
        timesSent={timesSent}
        onAgain={() => again.mutate()}
        onAnother={() => {
          begin.reset()
          again.reset()
          setTimesSent(1)
        }}
      />
    )
  }
  const busy = begin.isPending || begin.isSuccess
  const said = begin.error ? problemOf(begin.error) : problem && { detail: problem }
  return (
    <div className="flex flex-col gap-6">
      {said && <ProblemCard problem={said}>{null}</ProblemCard>}
      {methods.issuers.length > 0 && (
        <div className="flex flex-col gap-3">
          {methods.issuers.map(({ id, name }) => (
            <Button key={id} className="min-h-12" disabled={busy} onClick={() => begin.mutate({ method: id })}>
              {words.continueWith(name)}
            </Button>
          ))}
        </div>
      )}
      {methods.issuers.length > 0 && methods.link && (
        <p className="flex items-center gap-3 text-sm text-soft before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
          {words.or}
        </p>
      )}
      {methods.link && (
        <EmailForm link={methods.link} busy={busy} onSend={(email) => begin.mutate({ method: 'email', email })} />
      )}
    </div>
  )
}

type CheckMailProps = {
  email: string
  /** The link itself, where no mail is sent and the browser may see it. */
  link: string | null
  isPrinted: boolean
  error: Error | null
  isSending: boolean
  timesSent: number
  onAgain: () => void
  onAnother: () => void
}

const WORDS = {
  mailed: { title: words.checkMail, text: words.linkSent },
  printed: { title: words.checkTerminal, text: words.printedFor },
  shown: { title: words.hereItIs, text: words.linkFor },
} as const

/** A link has been sent or, on one's own machine, is shown here. */
function CheckMail({ email, link, isPrinted, error, isSending, timesSent, onAgain, onAnother }: CheckMailProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const delivery = link ? 'shown' : isPrinted ? 'printed' : 'mailed'
  const { title, text } = WORDS[delivery]
  // The focused element is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="flex flex-col gap-4 rounded-md border border-hairline bg-raised p-4 sm:p-6">
      <h2 ref={heading} tabIndex={-1} className="flex items-center gap-3 text-lg font-semibold outline-none">
        <MailCheck className="size-5 shrink-0 text-soft" aria-hidden="true" />
        {title}
      </h2>
      <p className="wrap-anywhere">{text(email, LINK_MINUTES)}</p>
      {delivery === 'mailed' && (
        <p role="status" className="text-sm text-soft">
          {timesSent > 1 ? words.sentAgain : words.spam}
        </p>
      )}
      {error && <ProblemCard problem={problemOf(error)}>{null}</ProblemCard>}
      <div className="flex flex-wrap gap-3">
        {link && (
          <Button asChild variant="primary">
            <a href={link}>{words.open}</a>
          </Button>
        )}
        {delivery === 'mailed' && <SendAgain key={timesSent} isSending={isSending} onAgain={onAgain} />}
        <Button variant={delivery === 'mailed' ? 'quiet' : 'secondary'} onClick={onAnother}>
          {words.another}
        </Button>
      </div>
    </section>
  )
}

/** How long to wait for a mail before another is sent. */
const WAIT_SECONDS = 30

/** Sends the link again, once the first has had the time to arrive. */
function SendAgain({ isSending, onAgain }: { isSending: boolean; onAgain: () => void }) {
  const [left, setLeft] = useState(WAIT_SECONDS)
  useEffect(() => {
    const end = Date.now() + WAIT_SECONDS * 1000
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Button className="tabular-nums" disabled={isSending || left > 0} onClick={onAgain}>
      {left > 0 ? words.againIn(left) : words.again}
    </Button>
  )
}

type EmailFormProps = { link: NonNullable<SignInMethods['link']>; busy: boolean; onSend: (email: string) => void }

/** The form for the email address that a link is sent to. */
function EmailForm({ link, busy, onSend }: EmailFormProps) {
  const send = (form: FormData) => {
    const email = form.get('email')
    if (typeof email === 'string') onSend(email)
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        send(new FormData(event.currentTarget))
      }}
    >
      <label htmlFor="email" className="text-sm text-soft">
        {words.email}
      </label>
      <input
        id="email"
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="email"
        placeholder="you@example.com"
        className="min-h-12 rounded-md border border-outline bg-raised px-4"
      />
      <Button type="submit" variant="primary" className="min-h-12" disabled={busy}>
        {link === 'mailed' ? words.mailLink : words.showLink}
      </Button>
      <p className="text-sm text-soft">{words.linkDelivery[link]}</p>
    </form>
  )
}
