'use client'

import { useMutation } from '@tanstack/react-query'
import { ProblemCard } from '@/components/problem-card'
import { problemOf } from '@/components/problem-of'
import { Button } from '@/components/ui/button'
import type { SignInMethods } from '@/lib/sign-in/contract'
import { beginSignIn } from './begin-sign-in'
import { CheckMail } from './check-mail'
import { EmailForm } from './email-form'
import { words } from './words'

type Props = { methods: SignInMethods; callbackUrl: string; problem: string | null }

/** The ways in, one below the other; once a link is under way, where to find it. */
export function SignInPanel({ methods, callbackUrl, problem }: Props) {
  const begin = useMutation({
    mutationFn: ({ method, email }: { method: string; email?: string }) =>
      beginSignIn(method, { callbackUrl, ...(email === undefined ? {} : { email }) }),
    onSuccess: ({ url }) => {
      if (url) window.location.assign(url)
    },
  })
  const { data: begun, variables } = begin
  if (begun && !begun.url) {
    return (
      <CheckMail
        email={variables?.email ?? ''}
        link={begun.link}
        isPrinted={methods.link !== 'mailed'}
        onAgain={() => begin.reset()}
      />
    )
  }
  const busy = begin.isPending || begin.isSuccess
  const said = begin.error ? problemOf(begin.error) : problem && { detail: problem, request_id: null }
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
