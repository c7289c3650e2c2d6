import type { Metadata } from 'next'
import Link from 'next/link'
import { AskFrame } from '@/components/connect/ask-frame'
import { ProblemCard } from '@/components/problem-card'
import { errorWords } from '@/components/sign-in/error-words'
import { Button } from '@/components/ui/button'
import { parseEmail } from '@/lib/sign-in/parse-email'
import { returnPath } from '@/lib/sign-in/return-path'

export const metadata: Metadata = { title: 'Sign in', robots: { index: false } }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

function BrokenLink() {
  return (
    <AskFrame title="Sign in to Verbatim">
      <ProblemCard problem={{ detail: errorWords('configuration') ?? '', request_id: null }}>
        <Button asChild>
          <Link href="/sign-in">Ask for a new link</Link>
        </Button>
      </ProblemCard>
    </AskFrame>
  )
}

/** Where a mailed link leads: only the button uses it up, because programs that look through mails open links. */
export default async function ConfirmPage({ searchParams }: Props) {
  const query = await searchParams
  const [token = '', email = '', wanted] = [query.token, query.email, query.callbackUrl].map(
    (values) => [values ?? []].flat()[0],
  )
  const account = parseEmail(email)
  if (!account || !token) return <BrokenLink />
  const fields = { token, email: account, callbackUrl: returnPath(wanted) }
  return (
    <AskFrame title="Sign in to Verbatim">
      <form action="/api/auth/callback/email" method="post" className="flex flex-col gap-6">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p className="wrap-anywhere">
          You sign in as <strong className="font-semibold">{account}</strong>. If you did not ask for this, close the
          page.
        </p>
        <Button type="submit" look="primary" className="min-h-12">
          Sign in
        </Button>
      </form>
    </AskFrame>
  )
}
