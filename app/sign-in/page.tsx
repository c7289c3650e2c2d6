import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { pageActor } from '@/app/page-actor'
import { firstOf, type SearchParams } from '@/app/search-params'
import { AskFrame } from '@/components/connect/ask-frame'
import { errorWords } from '@/components/sign-in/error-words'
import { SignInPanel } from '@/components/sign-in/sign-in-panel'
import { words } from '@/components/sign-in/words'
import { CodeBlock } from '@/components/ui/code-block'
import { returnPath } from '@/lib/sign-in/return-path'
import { signInMethods } from '@/lib/sign-in/sign-in-methods'

export const metadata: Metadata = { title: words.signIn, robots: { index: false } }

type Props = { searchParams: SearchParams }

/** A server that others reach, on which nobody has set up how to come in. */
function NoWayIn() {
  return (
    <div className="flex flex-col gap-4">
      <p>{words.noWayIn}</p>
      <CodeBlock label={words.makeKey} code="npm run -s user -- create you@example.com" />
    </div>
  )
}

/** The way in. `callbackUrl` is where to go on afterwards, `error` what went wrong before. */
export default async function SignInPage({ searchParams }: Props) {
  const query = await searchParams
  const [wanted, error] = [query.callbackUrl, query.error].map(firstOf)
  const path = returnPath(wanted)
  const actor = await pageActor()
  if (actor?.kind === 'session') redirect(path)
  const methods = signInMethods()
  const closed = methods.link === null && methods.issuers.length === 0
  return (
    <AskFrame title={words.signIn}>
      {actor && <p className="pb-6 text-soft">{words.alreadyLocal}</p>}
      {closed ? <NoWayIn /> : <SignInPanel methods={methods} callbackUrl={path} problem={errorWords(error)} />}
    </AskFrame>
  )
}
