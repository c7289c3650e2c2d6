import { Close } from '@radix-ui/react-dialog'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { FormDialog } from '@/components/ui/form-dialog'
import { toast } from '@/components/ui/toast'
import { MAX_TITLE_CHARACTERS, type Transcription } from '@/lib/library/contract'
import { announceChangedTranscripts } from '../changed-transcripts'
import { words } from '../words'

type Props = { transcription: Transcription; open: boolean; onOpenChange: (open: boolean) => void }

/** Asks for a title. An empty one, or the source's, is that of the source. */
export function RenameDialog({ transcription, open, onOpenChange }: Props) {
  const { id, title, source_title: sourceTitle } = transcription
  const queries = useQueryClient()
  const renaming = useMutation({
    mutationFn: async (wanted: string | null) => (await import('../library-requests')).renameTranscription(id, wanted),
    onSuccess: async () => {
      onOpenChange(false)
      toast.success(words.renamed)
      announceChangedTranscripts()
      await queries.invalidateQueries({ queryKey: ['transcriptions'] })
    },
    onError: (error) => toast.error(problemOf(error).detail),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = String(new FormData(event.currentTarget).get('title')).trim()
    renaming.mutate(wanted === '' || wanted === sourceTitle ? null : wanted)
  }
  return (
    <FormDialog title={words.renameTitle} open={open} onOpenChange={onOpenChange}>
      <form className="flex flex-col gap-3" onSubmit={submit}>
        <input
          name="title"
          defaultValue={title ?? ''}
          maxLength={MAX_TITLE_CHARACTERS}
          aria-label={words.titleField}
          placeholder={sourceTitle ?? words.untitled}
          dir="auto"
          autoComplete="off"
          className="min-h-11 rounded-md border border-outline bg-raised px-3 text-base"
        />
        <div className="flex flex-wrap justify-end gap-2 pt-2">
          {sourceTitle !== null && sourceTitle !== title && (
            <Button
              variant="quiet"
              disabled={renaming.isPending}
              onClick={() => renaming.mutate(null)}
              className="me-auto"
            >
              {words.originalTitle}
            </Button>
          )}
          <Close asChild>
            <Button>{words.cancel}</Button>
          </Close>
          <Button type="submit" variant="primary" disabled={renaming.isPending}>
            {words.save}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
