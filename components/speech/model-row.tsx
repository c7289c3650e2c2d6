'use client'

import { Check, Download } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'
import type { SpeechModelView } from '@/lib/speech/contract'
import { DownloadProgress } from './download-progress'
import { useModel } from './use-model'
import { words } from './words'

/** A speech model: what it knows, what of it is here, and what can be done with it. */
export function ModelRow({ initial }: { initial: SpeechModelView }) {
  const router = useRouter()
  const { model, busy, act, actAsync } = useModel(initial)
  const { title, languages, license, size_bytes: bytes, received_bytes: received, state, download } = model
  const before = useRef(state)
  useEffect(() => {
    // Which model is in use is for the server to say.
    if (before.current !== state && (state === 'ready' || before.current === 'ready')) router.refresh()
    before.current = state
  }, [state, router])
  const remove = async () => {
    await actAsync('remove')
    toast.success(words.removed(title))
  }
  const isBegun = download === null && received > 0 && state === 'partial'
  return (
    <li className="flex flex-col gap-3 rounded-md border border-hairline bg-raised p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-x-3 font-semibold">
            {title}
            {state === 'ready' && (
              <span className="flex items-center gap-1 text-sm font-normal text-saved">
                <Check className="size-4" aria-hidden="true" />
                {initial.in_use ? words.inUse : words.here}
              </span>
            )}
          </h3>
          <p className="text-sm text-soft">{words.facts(languages, bytes, license)}</p>
        </div>
        {state === 'ready' && (
          <ConfirmDialog
            trigger={
              <Button variant="quiet" size="snug" aria-label={words.of(words.remove, title)} disabled={busy}>
                {words.remove}
              </Button>
            }
            title={words.removeTitle(title)}
            text={words.removeText}
            confirm={words.remove}
            cancel={words.keep}
            isDestructive
            onConfirm={() => void remove()}
          />
        )}
      </div>
      {model.unusable_because && <p className="text-sm text-failed">{model.unusable_because}</p>}
      {languages.length > 1 && (
        <details className="text-sm text-soft">
          <summary className="w-fit rounded-sm text-accent underline-offset-4 hover:underline">
            {words.showLanguages}
          </summary>
          <p className="pt-1" suppressHydrationWarning>
            {words.allLanguages(languages)}
          </p>
        </details>
      )}
      {download ? (
        <DownloadProgress model={model} busy={busy} act={act} />
      ) : (
        state !== 'ready' && (
          <div className="flex flex-col items-start gap-2">
            {state === 'damaged' && <p className="text-sm text-failed">{words.damaged}</p>}
            {isBegun && <p className="text-sm text-soft tabular-nums">{words.partial(received, bytes)}</p>}
            <div className="flex max-w-full flex-wrap gap-2">
              <Button
                className="h-auto max-w-full py-2 text-start whitespace-normal!"
                disabled={busy}
                onClick={() => act('start')}
              >
                <Download className="size-4 shrink-0" aria-hidden="true" />
                {isBegun ? words.resume : words.download(title, bytes, languages)}
              </Button>
              {isBegun && (
                <Button variant="quiet" disabled={busy} onClick={() => act('cancel')}>
                  {words.cancel}
                </Button>
              )}
            </div>
          </div>
        )
      )}
    </li>
  )
}
