import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { pageActor } from '@/app/page-actor'
import { PageHeading } from '@/components/site/page-heading'
import { SpeechScreen } from '@/components/speech/speech-screen'
import { words } from '@/components/speech/words'
import { isOperator } from '@/lib/accounts/is-operator'
import { listSpeechModels } from '@/lib/speech/downloads/list-speech-models'

export const metadata: Metadata = { title: words.title, robots: { index: false } }

/** The speech engine in use and the models that can be downloaded to this machine: for its own account and operators. */
export default async function SpeechPage() {
  const actor = await pageActor()
  if (!actor) return null
  if (!(await isOperator(actor))) notFound()
  return (
    <>
      <PageHeading title={words.title} lead={words.lead} />
      <SpeechScreen speech={await listSpeechModels()} />
    </>
  )
}
