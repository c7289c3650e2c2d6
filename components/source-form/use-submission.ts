import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { announceChangedTranscripts } from '../library/changed-transcripts'
import type { Source } from './start-transcript'
import type { Sending } from './upload-file'

type Try = { source: Source; choices: Choices; partial?: boolean }

export type Choices = { lang: string; download: string }

const NOTHING_SENT: Sending = { share: 0, waiting: false }

export type Submission = ReturnType<typeof useSubmission>

/** One try at getting a transcript, from the click to its page. `progress` is how much of a file has been sent. */
export function useSubmission() {
  const router = useRouter()
  const [progress, setProgress] = useState(NOTHING_SENT)
  const abort = useRef<AbortController | null>(null)
  const mutation = useMutation({
    mutationFn: async ({ source, choices, partial = false }: Try) => {
      abort.current = new AbortController()
      setProgress(NOTHING_SENT)
      const { signal } = abort.current
      // The client of the API is not needed to read the page.
      const { startTranscript } = await import('./start-transcript')
      return startTranscript(source, { lang: choices.lang, partial, signal, onProgress: setProgress })
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
    /** Stays true while the next page is on its way. */
    busy: mutation.isPending || mutation.isSuccess,
    error: mutation.error,
  }
}
