import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { announceChangedTranscripts } from '../library/changed-transcripts'
import type { Source } from './start-transcript'
import type { Sending } from './upload-file'

type Try = { source: Source; choices: Choices; partial?: boolean }

/** `diarize`: tell speakers apart. */
export type Choices = { lang: string; download: string; diarize: boolean }

const NOTHING_SENT: Sending = { share: 0, waiting: false }

export type Submission = ReturnType<typeof useSubmission>

/** One submission of the form, from the click to the page of the transcript. `progress` is that of the upload. */
export function useSubmission() {
  const router = useRouter()
  const [progress, setProgress] = useState(NOTHING_SENT)
  const abort = useRef<AbortController | null>(null)
  const mutation = useMutation({
    mutationFn: async ({ source, choices, partial = false }: Try) => {
      abort.current = new AbortController()
      setProgress(NOTHING_SENT)
      const { signal } = abort.current
      // The API client is loaded only when the form is submitted.
      const { startTranscript } = await import('./start-transcript')
      const { lang, diarize } = choices
      return startTranscript(source, { lang, diarize, partial, signal, onProgress: setProgress })
    },
    onSuccess: (id, { choices }) => {
      announceChangedTranscripts()
      const query = choices.download ? `?download=${choices.download}` : ''
      router.push(`/transcripts/${id}${query}`)
    },
  })
  const cancel = () => {
    abort.current?.abort()
    mutation.reset()
  }
  return {
    start: (source: Source, choices: Choices) => mutation.mutate({ source, choices }),
    retry: () => mutation.variables && mutation.mutate(mutation.variables),
    takePart: () => mutation.variables && mutation.mutate({ ...mutation.variables, partial: true }),
    dismiss: mutation.reset,
    cancel,
    progress,
    source: mutation.variables?.source ?? null,
    /** Stays true until the next page is shown. */
    busy: mutation.isPending || mutation.isSuccess,
    error: mutation.error,
  }
}
