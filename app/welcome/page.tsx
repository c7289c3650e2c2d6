import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { pageActor } from '@/app/page-actor'
import { pageParameters } from '@/app/page-parameters'
import { parseSearchParams, type SearchParams } from '@/app/search-params'
import { Welcome } from '@/components/account/welcome'
import { words } from '@/components/account/words'
import { ConsentFrame } from '@/components/connect/consent-frame'
import { getApiKey } from '@/lib/accounts/get-api-key'
import { returnPath } from '@/lib/sign-in/return-path'

export const metadata: Metadata = { title: words.welcomeTitle, robots: { index: false } }

type Props = { searchParams: SearchParams }

/** Whoever signs in for the first time gets their API key here, and goes on to `callbackUrl`. */
export default async function WelcomePage({ searchParams }: Props) {
  const { callbackUrl } = await parseSearchParams(pageParameters['welcome/page.tsx'], searchParams)
  const path = returnPath(callbackUrl)
  const actor = await pageActor()
  if (!actor || (await getApiKey(actor)).has_key) redirect(path)
  return (
    <ConsentFrame title={words.welcome}>
      <p className="pb-6 text-soft">{words.welcomeText}</p>
      <Welcome goesOnTo={path} />
    </ConsentFrame>
  )
}
