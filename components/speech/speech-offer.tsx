'use client'

import { Download, Sparkles } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import type { BetterSpeech } from '@/lib/library/transcribe-again/contract'
import type { SpeechModelView } from '@/lib/speech/contract'
import { DownloadProgress } from './download-progress'
import { useModel } from './use-model'
import { useTranscribeAgain } from './use-transcribe-again'
import { words } from './words'

type Props = { libraryItemId: string; speech: BetterSpeech }

/** Offers to transcribe a text again with a better engine, or to download one first. For operators. */
export function BetterText({ libraryItemId, speech }: Props) {
  const { again, models } = speech
  const title = again && (again.title ?? words.engineName(again.name))
  return (
    <section aria-label={words.better} dir="ltr" className="mt-3 flex flex-col gap-2 print:hidden">
      {title ? <TranscribeAgain libraryItemId={libraryItemId} title={title} /> : <Offers models={models} />}
    </section>
  )
}

function TranscribeAgain({ libraryItemId, title }: { libraryItemId: string; title: string }) {
  const asking = useTranscribeAgain(libraryItemId)
  return (
    <>
      <p className="text-sm text-soft">{words.ready(title)}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="small" disabled={asking.isPending || asking.isSuccess} onClick={() => asking.mutate()}>
          <Sparkles className="size-4" aria-hidden="true" />
          {words.again(title)}
        </Button>
        <p className="text-sm text-soft">{words.againText}</p>
      </div>
    </>
  )
}

/** The models that would make better text. While one is on its way, only that one. */
function Offers({ models }: { models: readonly SpeechModelView[] }) {
  const begun = models.filter(({ download }) => download !== null)
  return (
    <>
      <p className="text-sm text-soft">{words.betterText}</p>
      <div className="flex flex-wrap gap-2 has-[[role=progressbar]]:flex-col">
        {(begun.length > 0 ? begun : models).map((model) => (
          <Offer key={model.name} initial={model} />
        ))}
      </div>
    </>
  )
}

function Offer({ initial }: { initial: SpeechModelView }) {
  const router = useRouter()
  const { model, busy, act } = useModel(initial)
  const { title, size_bytes: bytes, languages, state, download } = model
  const hadDownload = download !== null
  const before = useRef(hadDownload)
  useEffect(() => {
    // Begun, the other models step back; over, the text can be made again, which the server says.
    if (before.current !== hadDownload) router.refresh()
    before.current = hadDownload
  }, [hadDownload, router])
  if (download) return <DownloadProgress model={model} busy={busy} act={act} />
  if (state === 'ready') return null
  return (
    <Button
      size="small"
      className="h-auto max-w-full text-start whitespace-normal!"
      disabled={busy}
      onClick={() => act('start')}
    >
      <Download className="size-4 shrink-0" aria-hidden="true" />
      {words.download(title, bytes, languages)}
    </Button>
  )
}
