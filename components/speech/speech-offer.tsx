'use client'

import { X } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { setChoiceCookie } from '@/components/ui/set-choice-cookie'
import type { BetterSpeech } from '@/lib/library/transcribe-again/contract'
import { OFFER_COOKIE, offerName } from './offer-cookie'
import { useTranscribeAgain } from './use-transcribe-again'
import { words } from './words'

type Props = { libraryItemId: string; speech: BetterSpeech }

/** A line that offers to transcribe a text again with a better engine, or names the page with larger models. For operators. */
export function SpeechOffer({ libraryItemId, speech }: Props) {
  const [isDismissed, setIsDismissed] = useState(false)
  const asking = useTranscribeAgain(libraryItemId)
  const { again } = speech
  const dismiss = () => {
    setChoiceCookie(OFFER_COOKIE, encodeURIComponent(offerName(speech)), '/')
    setIsDismissed(true)
  }
  if (isDismissed) return null
  return (
    <section aria-label={words.better} dir="ltr" className="mt-3 flex items-center gap-2 text-sm print:hidden">
      <p className="min-w-0 text-soft">
        {again ? words.ready(again.title ?? words.engineName(again.name)) : words.larger}{' '}
        {!again && (
          <Link href="/settings/speech" className="text-accent underline underline-offset-4">
            {words.seeModels}
          </Link>
        )}
      </p>
      {again && (
        <Button size="small" disabled={asking.isPending || asking.isSuccess} onClick={() => asking.mutate(null)}>
          {words.again}
        </Button>
      )}
      <IconButton label={words.dismiss} small onClick={dismiss}>
        <X className="size-4" aria-hidden="true" />
      </IconButton>
    </section>
  )
}
