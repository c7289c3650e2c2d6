import { useMutation } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useRef } from 'react'
import { problemOf } from '@/components/problem/problem-of'
import { isComposing } from '@/components/shortcut-key'
import { Button, IconButton } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { PAGE_TITLE } from '../viewer-frame'
import { words } from '../words'

const MAX_TITLE_CHARACTERS = 300

type Props = {
  libraryItemId: string
  title: string
  /** The title at the source; null where it has none. */
  sourceTitle: string | null
  isEditing: boolean
  onEditing: (isEditing: boolean) => void
  /** Called with the new title; null: there is none. */
  onRenamed: (title: string | null) => void
}

/** The title of a transcript, which its owner can change. */
export function EditableTitle({ isEditing, onEditing, ...subject }: Props) {
  const pencil = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // The field that had the focus is gone.
    if (wasEditing.current && !isEditing) pencil.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (isEditing) return <TitleForm {...subject} onEnd={() => onEditing(false)} />
  return (
    <div className="group flex items-start gap-1">
      <h1 className={PAGE_TITLE}>{subject.title}</h1>
      <IconButton
        ref={pencil}
        label={words.rename}
        small
        onClick={() => onEditing(true)}
        className="mt-0.5 opacity-60 group-hover:opacity-100 focus-visible:opacity-100 print:hidden"
      >
        <Pencil className="size-4" aria-hidden="true" />
      </IconButton>
    </div>
  )
}

type FormProps = Omit<Props, 'isEditing' | 'onEditing'> & { onEnd: () => void }

/** The field of the title. Enter saves, Escape cancels; an empty title is the source's again. */
function TitleForm({ libraryItemId, title, sourceTitle, onRenamed, onEnd }: FormProps) {
  const router = useRouter()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const saving = useMutation({
    mutationFn: async (wanted: string | null) => {
      const { renameTranscription } = await import('@/components/library/library-requests')
      return renameTranscription(libraryItemId, wanted)
    },
    onSuccess: (renamed) => {
      onRenamed(renamed)
      onEnd()
      toast.success(words.renamed)
      router.refresh()
    },
    onError: (error) => toast.error(problemOf(error).detail),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = field.current?.value.trim() ?? ''
    if (wanted === title) onEnd()
    else saving.mutate(wanted === '' || wanted === sourceTitle ? null : wanted)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <h1 className="sr-only">{title}</h1>
      <input
        ref={field}
        defaultValue={title}
        maxLength={MAX_TITLE_CHARACTERS}
        placeholder={sourceTitle ?? words.untitled}
        aria-label={words.titleField}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the field appears when the user asks to edit the title
        autoFocus
        onKeyDown={({ key, nativeEvent }) => key === 'Escape' && !isComposing(nativeEvent) && onEnd()}
        className={`${PAGE_TITLE} w-full rounded-md border border-outline bg-raised px-2 py-0.5`}
      />
      <div dir="ltr" className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={saving.isPending}>
          {words.save}
        </Button>
        <Button disabled={saving.isPending} onClick={onEnd}>
          {words.cancel}
        </Button>
        {sourceTitle !== null && sourceTitle !== title && (
          <Button variant="quiet" disabled={saving.isPending} onClick={() => saving.mutate(null)}>
            {words.originalTitle}
          </Button>
        )}
      </div>
    </form>
  )
}
