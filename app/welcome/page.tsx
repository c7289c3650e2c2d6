import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { pageActor } from '@/app/page-actor'
import { Welcome } from '@/components/account/welcome'
import { AskFrame } from '@/components/connect/ask-frame'
import { getApiKey } from '@/lib/accounts/get-api-key'
import { returnPath } from '@/lib/sign-in/return-path'

export const metadata: Metadata = { title: 'Welcome', robots: { index: false } }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** Whoever signs in for the first time gets their API key here, and goes on to `callbackUrl`. */
export default async function WelcomePage({ searchParams }: Props) {
  const path = returnPath([(await searchParams).callbackUrl ?? []].flat()[0])
  const actor = await pageActor()
  if (!actor || (await getApiKey(actor)).has_key) redirect(path)
  return (
    <AskFrame title="Welcome to Verbatim">
      <p className="pb-6 text-soft">
        Your account is ready. Programs use it with an API key; in this browser you need none.
      </p>
      <Welcome goesOnTo={path} />
    </AskFrame>
  )
}
