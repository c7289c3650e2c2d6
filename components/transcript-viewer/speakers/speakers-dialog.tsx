import { Close } from '@radix-ui/react-dialog'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useState } from 'react'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { Select, TextInput } from '@/components/ui/fields'
import { FormDialog } from '@/components/ui/form-dialog'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import { MAX_SPEAKER_NAME, type Speaker, speakerNames } from '@/lib/captions/speakers'
import { editSpeakers, restoreRevision } from '@/lib/library/corrections/contract'
import { words } from '../words'

type Props = {
  libraryItemId: string
  speakers: readonly Speaker[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Names the speakers of a transcript, and merges those who are one person. What was saved can be undone. */
export function SpeakersDialog({ open, onOpenChange, ...form }: Props) {
  return (
    <FormDialog
      title={words.nameSpeakers}
      text={words.speakersText}
      width="max-w-xl"
      open={open}
      onOpenChange={onOpenChange}
    >
      <SpeakersForm {...form} onSaved={() => onOpenChange(false)} />
    </FormDialog>
  )
}

type FormProps = Pick<Props, 'libraryItemId' | 'speakers'> & { onSaved: () => void }

/**
 * The fields of the dialog, by the ids of speakers: a new name ('': none), and the speaker who is the same person ('':
 * none).
 */
type SpeakerChoices = { names: Readonly<Record<string, string>>; merged: Readonly<Record<string, string>> }

/** Saves names and merges as one revision. Returns its number; null when nothing was changed. */
async function saveSpeakers(
  id: string,
  speakers: readonly Speaker[],
  { names, merged }: SpeakerChoices,
): Promise<number | null> {
  const merge = Object.entries(merged).flatMap(([from, into]) => (into === '' ? [] : [{ from, into }]))
  const gone = new Set(merge.map(({ from }) => from))
  const renamed = speakers.flatMap((speaker) => {
    const typed = names[speaker.id]
    const name = typed?.trim() ? typed.trim() : null
    return typed === undefined || gone.has(speaker.id) || name === speaker.name ? [] : [{ id: speaker.id, name }]
  })
  if (renamed.length === 0 && merge.length === 0) return null
  const { body } = await createClient()(editSpeakers, { params: { id }, body: { speakers: renamed, merge } })
  return body.revision
}

/** Restores the text as it was before a revision. */
async function undoRevision(id: string, revision: number): Promise<void> {
  await createClient()(restoreRevision, { params: { id, number: revision - 1 } })
}

function SpeakersForm({ libraryItemId, speakers, onSaved }: FormProps) {
  const id = useId()
  const [choices, setChoices] = useState<SpeakerChoices>({ names: {}, merged: {} })
  const save = useSaveSpeakers(libraryItemId, onSaved)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ speakers, choices })
  }
  const labels = speakerNames(speakers)
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 pt-5">
      {speakers.map((speaker) => {
        const label = labels.get(speaker.id) ?? speaker.id
        const others = speakers.filter((other) => other.id !== speaker.id && !choices.merged[other.id])
        return (
          <div key={speaker.id} className="grid items-end gap-x-3 gap-y-2 sm:grid-cols-2">
            <TextInput
              id={`${id}-${speaker.id}`}
              label={words.speakerField(label)}
              placeholder={label}
              defaultValue={speaker.name ?? ''}
              maxLength={MAX_SPEAKER_NAME}
              autoComplete="off"
              disabled={Boolean(choices.merged[speaker.id])}
              onChange={({ target: { value } }) =>
                setChoices((now) => ({ ...now, names: { ...now.names, [speaker.id]: value } }))
              }
            />
            {speakers.length > 1 && (
              <Select
                label={words.sameAs(label)}
                className="min-h-10 w-full border border-outline bg-raised text-ink"
                value={choices.merged[speaker.id] ?? ''}
                disabled={Object.values(choices.merged).includes(speaker.id)}
                onChange={({ target: { value } }) =>
                  setChoices((now) => ({ ...now, merged: { ...now.merged, [speaker.id]: value } }))
                }
              >
                <option value="">{words.ownPerson}</option>
                {others.map((other) => (
                  <option key={other.id} value={other.id}>
                    {words.mergedInto(labels.get(other.id) ?? other.id)}
                  </option>
                ))}
              </Select>
            )}
          </div>
        )
      })}
      <div className="flex justify-end gap-2 pt-2">
        <Close asChild>
          <Button>{words.cancel}</Button>
        </Close>
        <Button type="submit" variant="primary" disabled={save.isPending}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}

const NOTICE = 'speakers'

/** Saves, shows the names everywhere on the page, and offers to take it back. */
function useSaveSpeakers(libraryItemId: string, onSaved: () => void) {
  const router = useRouter()
  const onError = (error: unknown) => toast.error(problemOf(error).detail)
  const undo = (revision: number) =>
    undoRevision(libraryItemId, revision).then(() => {
      toast.success(words.undone, { id: NOTICE })
      router.refresh()
    }, onError)
  return useMutation({
    mutationFn: ({ speakers, choices }: { speakers: readonly Speaker[]; choices: SpeakerChoices }) =>
      saveSpeakers(libraryItemId, speakers, choices),
    onSuccess: (revision) => {
      onSaved()
      if (revision === null) return
      toast.success(words.speakersSaved, {
        id: NOTICE,
        action: { label: words.undo, onClick: () => void undo(revision) },
      })
      router.refresh()
    },
    onError,
  })
}
