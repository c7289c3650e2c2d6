import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { pageActor } from '@/app/page-actor'
import { pageParameters } from '@/app/page-parameters'
import { parseSearchParams, type SearchParams } from '@/app/search-params'
import { ConsentFrame } from '@/components/connect/consent-frame'
import { ProblemCard } from '@/components/problem/problem-card'
import { errorWords } from '@/components/sign-in/error-words'
import { SignInPanel } from '@/components/sign-in/sign-in-panel'
import { words } from '@/components/sign-in/words'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { isForLocalHost } from '@/lib/accounts/local/local-request'
import { findLocalSession } from '@/lib/accounts/sessions/find-session'
import { env } from '@/lib/core/env'
import { withOurCommands } from '@/lib/core/programs/our-command'
import { suspensionNotice } from '@/lib/sign-in/admission/suspension-notice'
import { signInMethods } from '@/lib/sign-in/methods/sign-in-methods'
import { homeWithLink } from '@/lib/sign-in/return-path/kept-link'
import { returnPath } from '@/lib/sign-in/return-path/return-path'

export const metadata: Metadata = { title: words.signIn, robots: { index: false } }

type Props = { searchParams: SearchParams }

/** Shown when the server is public and no sign-in method is set up. */
function NoSignInMethod() {
  return (
    <div className="flex flex-col gap-4">
      <p>{words.noSignInMethod}</p>
      <CodeBlock label={words.makeKey} code={withOurCommands('npm run -s user -- create you@example.com')} />
    </div>
  )
}

/** The sign-in of local mode, by a link. `isLetIn`: the browser is signed in, and another site led it here. */
function LocalSignIn({ isLetIn, path, problem }: { isLetIn: boolean; path: string; problem: string | null }) {
  return (
    <div className="flex flex-col gap-4 pb-8">
      {problem && <ProblemCard problem={{ detail: problem }}>{null}</ProblemCard>}
      <p>{isLetIn ? words.localAlready : words.localText}</p>
      {isLetIn ? (
        <Button asChild variant="primary" className="min-h-12">
          <a href={path}>{words.localContinue}</a>
        </Button>
      ) : (
        <CodeBlock label={words.localCommand} code={withOurCommands('npm run -s cli -- open')} />
      )}
    </div>
  )
}

/**
 * The sign-in page. `callbackUrl`: where to continue afterwards; `link`: what was typed on the front page, which is filled
 * in afterwards; `error`: what failed before, for which `account`.
 */
export default async function SignInPage({ searchParams }: Props) {
  const { callbackUrl, link, error, account } = await parseSearchParams(
    pageParameters['sign-in/page.tsx'],
    searchParams,
  )
  const path = link === '' ? returnPath(callbackUrl) : homeWithLink(link)
  const actor = await pageActor()
  if (actor?.kind === 'session') redirect(path)
  const methods = signInMethods(actor?.kind === 'local')
  const signUp = { open: null, invite: words.invited, closed: words.closedToNew }[env().SIGN_UP]
  const closed = methods.link === null && methods.issuers.length === 0
  const sent = await headers()
  const suspended = actor ? null : await suspensionNotice(account, sent.get('cookie'))
  const problem = suspended ?? errorWords(error)
  if (!actor && env().localMode) {
    const isLetIn = isForLocalHost(sent) && (await findLocalSession(sent.get('cookie'))) !== null
    const isLocalProblem = error === 'LocalLink'
    return (
      <ConsentFrame title={words.localTitle}>
        <LocalSignIn isLetIn={isLetIn} path={path} problem={isLocalProblem && !isLetIn ? problem : null} />
        <h2 className="border-t border-hairline pt-6 pb-4 text-lg font-semibold">{words.otherAccount}</h2>
        <SignInPanel methods={methods} callbackUrl={path} problem={isLocalProblem ? null : problem} />
      </ConsentFrame>
    )
  }
  return (
    <ConsentFrame title={words.signIn}>
      {signUp && <p className="pb-6 text-soft">{signUp}</p>}
      {actor && <p className="pb-6 text-soft">{words.alreadyLocal}</p>}
      {closed ? <NoSignInMethod /> : <SignInPanel methods={methods} callbackUrl={path} problem={problem} />}
    </ConsentFrame>
  )
}
