'use client'

import Link from 'next/link'
import { Button } from '@/components/ui/button'
import type { BetterSpeech } from '@/lib/library/transcribe-again/contract'
import { useTranscribeAgain } from './use-transcribe-again'
import { words } from './words'

type Props = { libraryItemId: string; speech: BetterSpeech }

/** A line below a text: it can be transcribed again with a better engine, or by a larger model. For operators. */
export function SpeechOffer({ libraryItemId, speech: { again } }: Props) {
  const asking = useTranscribeAgain(libraryItemId)
  return (
    <section
      aria-label={words.better}
      dir="ltr"
      className="flex max-w-(--column) flex-wrap items-center gap-2 pt-6 text-sm text-soft print:hidden"
    >
      <p>{again ? words.ready(again.title ?? words.engineName(again.name)) : words.larger}</p>
      {again ? (
        <Button size="small" disabled={asking.isPending || asking.isSuccess} onClick={() => asking.mutate(null)}>
          {words.again}
        </Button>
      ) : (
        <Link href="/settings/speech" className="link">
          {words.seeModels}
        </Link>
      )}
    </section>
  )
}
