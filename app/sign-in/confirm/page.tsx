import type { Metadata } from 'next'
import Link from 'next/link'
import { pageParameters } from '@/app/page-parameters'
import { parseSearchParams, type SearchParams } from '@/app/search-params'
import { ConsentFrame } from '@/components/connect/consent-frame'
import { ProblemCard } from '@/components/problem/problem-card'
import { Sentence } from '@/components/sentence'
import { words } from '@/components/sign-in/words'
import { Button } from '@/components/ui/button'
import { parseEmail } from '@/lib/sign-in/parse-email'
import { returnPath } from '@/lib/sign-in/return-path/return-path'

export const metadata: Metadata = { title: words.signIn, robots: { index: false } }

type Props = { searchParams: SearchParams }

function BrokenLink() {
  return (
    <ConsentFrame title={words.signInTo}>
      <ProblemCard problem={{ detail: words.errors.configuration }}>
        <Button asChild>
          <Link href="/sign-in">{words.newLink}</Link>
        </Button>
      </ProblemCard>
    </ConsentFrame>
  )
}

/** The page of a mailed link. Only its button uses the link up, because mail scanners open links. */
export default async function ConfirmPage({ searchParams }: Props) {
  const { token, email, callbackUrl } = await parseSearchParams(
    pageParameters['sign-in/confirm/page.tsx'],
    searchParams,
  )
  const account = parseEmail(email)
  if (!account || !token) return <BrokenLink />
  const fields = { token, email: account, callbackUrl: returnPath(callbackUrl) }
  return (
    <ConsentFrame title={words.signInTo}>
      <form action="/api/auth/callback/email" method="post" className="flex flex-col gap-6">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p className="wrap-anywhere">
          <Sentence parts={words.signInAs(<strong className="font-semibold">{account}</strong>)} />
        </p>
        <Button type="submit" variant="primary" className="min-h-12">
          {words.signIn}
        </Button>
      </form>
    </ConsentFrame>
  )
}
