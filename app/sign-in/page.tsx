import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { pageActor } from '@/app/page-actor'
import { AskFrame } from '@/components/connect/ask-frame'
import { errorWords } from '@/components/sign-in/error-words'
import { SignInPanel } from '@/components/sign-in/sign-in-panel'
import { CodeBlock } from '@/components/ui/code-block'
import { returnPath } from '@/lib/sign-in/return-path'
import { signInMethods } from '@/lib/sign-in/sign-in-methods'

export const metadata: Metadata = { title: 'Sign in', robots: { index: false } }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** A server that others reach, on which nobody has set up how to come in. */
function NoWayIn() {
  return (
    <div className="flex flex-col gap-4">
      <p>
        No way to sign in is set up on this server yet. Whoever runs it sets up a mail server, GitHub, Google or another
        issuer. Until then its API takes keys, which this command makes in Verbatim's folder:
      </p>
      <CodeBlock label="Make an API key" code="npm run -s user -- create you@example.com" />
    </div>
  )
}

/** The way in. `callbackUrl` is where to go on afterwards, `error` what went wrong before. */
export default async function SignInPage({ searchParams }: Props) {
  const query = await searchParams
  const [wanted, error] = [query.callbackUrl, query.error].map((values) => [values ?? []].flat()[0])
  const path = returnPath(wanted)
  const actor = await pageActor()
  if (actor?.kind === 'session') redirect(path)
  const methods = signInMethods()
  const closed = methods.link === null && methods.issuers.length === 0
  return (
    <AskFrame title="Sign in">
      {actor && (
        <p className="pb-6 text-soft">
          On this machine you need not sign in: you already act as its own account. Sign in to use another one.
        </p>
      )}
      {closed ? <NoWayIn /> : <SignInPanel methods={methods} callbackUrl={path} problem={errorWords(error)} />}
    </AskFrame>
  )
}
