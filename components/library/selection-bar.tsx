import { Download, Globe, GlobeLock, Tag, Trash2, X } from 'lucide-react'
import type { ComponentType } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { DownloadFormat } from '@/lib/captions/document-files'
import type { Transcription } from '@/lib/library/contract'
import { foldTag } from '@/lib/library/tags/contract'
import { ActionMenu } from '../action-menu'
import { OFFERED_FORMATS } from '../offered-formats'
import { TagDialog } from './tag-dialog'
import type { ActionRequest } from './use-actions'
import { words } from './words'

type Props = {
  selected: readonly Transcription[]
  /** An action is running. */
  busy: boolean
  onAct: (request: ActionRequest) => void
  onClear: () => void
}

function zipAddress(ids: readonly string[], format: string): string {
  return `/transcripts/zip?${new URLSearchParams([['format', format], ...ids.map((id) => ['id', id])])}`
}

function hasTag(tags: readonly string[], tag: string): boolean {
  return tags.some((one) => foldTag(one) === foldTag(tag))
}

type Icon = ComponentType<{ className: string; 'aria-hidden': 'true' }>

function Face({ Icon, name }: { Icon: Icon; name: string }) {
  return (
    <>
      <Icon className="size-4" aria-hidden="true" />
      <span className="max-sm:sr-only">{name}</span>
    </>
  )
}

/** Publishing asks first: a public page can't be unseen. */
function PublishButton({ subjects, busy, onAct }: Pick<Props, 'busy' | 'onAct'> & { subjects: Transcription[] }) {
  if (subjects.length === 0) return null
  const { name, title, text, keep } = words.actions.publish
  return (
    <ConfirmDialog
      trigger={
        <Button size="snug" disabled={busy}>
          <Face Icon={Globe} name={name} />
        </Button>
      }
      title={title(subjects.length)}
      text={text}
      confirm={name}
      cancel={keep}
      onConfirm={() => onAct({ action: 'publish', subjects })}
    />
  )
}

/** A menu of the formats, each a download from its address. */
function FormatMenu({ label, addressOf }: { label: string; addressOf: (format: DownloadFormat) => string }) {
  const actions = OFFERED_FORMATS.map(({ format, name, ending }) => ({ name, note: ending, file: addressOf(format) }))
  return <ActionMenu Icon={Download} label={label} actions={actions} />
}

/** The actions on the selected transcripts. It floats over the end of the list. */
export function SelectionBar({ selected, busy, onAct, onClear }: Props) {
  const ready = selected.filter(({ duration_seconds: covered }) => covered > 0).map(({ id }) => id)
  const published = selected.filter(({ slug }) => slug !== null)
  return (
    <section
      aria-label={words.selected(selected.length)}
      className="sticky bottom-4 z-20 mt-4 flex flex-wrap items-center gap-2 rounded-md border border-hairline bg-floating px-3 py-2 shadow-float max-sm:gap-1 max-sm:px-2 max-sm:[&>button:not(:first-child)]:flex-1 max-sm:[&>button:not(:first-child)]:px-2.5 print:hidden"
    >
      <IconButton label={words.clear} small onClick={onClear}>
        <X className="size-4" aria-hidden="true" />
      </IconButton>
      <span role="status" className="me-auto text-sm font-medium tabular-nums max-sm:w-[calc(100%-3rem)]">
        {words.selected(selected.length)}
      </span>
      {ready.length > 0 && <FormatMenu label={words.download} addressOf={(format) => zipAddress(ready, format)} />}
      <TagDialog
        trigger={
          <Button size="snug" disabled={busy}>
            <Face Icon={Tag} name={words.tag} />
          </Button>
        }
        count={selected.length}
        onChange={(action, tag) => {
          // Only those that change: Undo must not take a tag from one that had it before.
          const subjects = selected.filter(({ tags }) => hasTag(tags, tag) !== (action === 'tag'))
          if (subjects.length > 0) onAct({ action, subjects, tag })
        }}
      />
      <PublishButton subjects={selected.filter(({ slug }) => slug === null)} busy={busy} onAct={onAct} />
      {published.length > 0 && (
        <Button size="snug" disabled={busy} onClick={() => onAct({ action: 'unpublish', subjects: published })}>
          <Face Icon={GlobeLock} name={words.actionNames.unpublish} />
        </Button>
      )}
      <Button size="snug" disabled={busy} onClick={() => onAct({ action: 'remove', subjects: selected })}>
        <Face Icon={Trash2} name={words.actionNames.remove} />
      </Button>
    </section>
  )
}
