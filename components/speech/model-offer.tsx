import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { ApiError } from '@/lib/api/client'
import { isDownloading } from '@/lib/speech/states'
import { words } from './words'

const client = () => import('./model-client')

type Shown = Pick<ApiError['problem'], 'code' | 'context' | 'detail'>

const nameOf = ({ code, context: { model } }: Shown) =>
  code === 'language_not_supported' && typeof model === 'string' ? model : null

/** A detail in two parts: why, and where a model is offered the ways to add the language by commands and settings. */
function splitDetail(problem: Shown): [why: string, ways: string] {
  const { detail } = problem
  const at = nameOf(problem) === null ? -1 : detail.indexOf(words.waysBegin)
  return at < 0 ? [detail, ''] : [detail.slice(0, at), detail.slice(at + 1)]
}

/** A problem as it is shown above the offer. */
export function withoutWays<P extends Shown>(problem: P): P {
  return { ...problem, detail: splitDetail(problem)[0] }
}

type Props = {
  problem: Shown
  busy: boolean
  /** Requests the recording again: its job waits for the model. */
  onStarted: () => void
}

/**
 * For a recording in a language that no engine knows: downloads the model that does and has the recording transcribed by it. Renders
 * nothing where no model would help, or the user may not download one.
 */
export function ModelOffer({ problem, busy, onStarted }: Props) {
  const name = nameOf(problem)
  const { data: model } = useQuery({
    queryKey: ['speech-model', name],
    queryFn: async () => (name === null ? null : (await client()).fetchModel(name)),
    enabled: name !== null,
    retry: false,
  })
  const starting = useMutation({
    mutationFn: async (wanted: string) => (await client()).actOnModel(wanted, 'start'),
    onSuccess: onStarted,
    onError: (error) => toast.error(problemOf(error).detail),
  })
  if (!model) return null
  const isHere = model.state === 'ready' || isDownloading(model)
  return (
    <>
      {model.unusable_because ? (
        <p className="w-full text-sm text-failed">{model.unusable_because}</p>
      ) : (
        <Button
          variant="primary"
          className="h-auto max-w-full py-2 text-start whitespace-normal!"
          disabled={busy || starting.isPending}
          onClick={() => starting.mutate(model.name)}
        >
          {!isHere && <Download className="size-4 shrink-0" aria-hidden="true" />}
          {isHere
            ? words.transcribeWith(model.title)
            : words.downloadToTranscribe(model.title, model.size_bytes, model.license)}
        </Button>
      )}
      <details className="order-last w-full text-sm text-soft">
        <summary className="w-fit rounded-sm text-accent underline-offset-4 hover:underline">{words.otherWays}</summary>
        <p className="pt-1 wrap-anywhere">{splitDetail(problem)[1]}</p>
      </details>
    </>
  )
}
