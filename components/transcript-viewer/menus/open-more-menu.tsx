import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { Clock, History, Keyboard, Link2, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ComponentProps, useRef } from 'react'
import { problemOf } from '@/components/problem/problem-of'
import { Menu, MenuItem } from '@/components/ui/menu'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import { removeTranscription } from '@/lib/library/contract'
import { restoreTranscription } from '@/lib/library/trash/contract'
import { words } from '../words'

export type MoreActions = {
  libraryItemId: string
  /** Copies a link that begins at the position of the player. */
  onCopyLink: () => void
  onRename: () => void
  /** Asks for a time and goes there; null where there is no text. */
  onGoToTime: (() => void) | null
  onShortcuts: () => void
  onHistory: (() => void) | null
  /** Transcribes the text again with a better engine; null where there is none, or the user may not. */
  onTranscribeAgain: (() => void) | null
}

type Props = MoreActions & Pick<ComponentProps<typeof Menu>, 'trigger' | 'byKeyboard'>

/** The open menu of a transcript's page. */
export function OpenMoreMenu({
  libraryItemId,
  onRename,
  onCopyLink,
  onGoToTime,
  onShortcuts,
  onHistory,
  onTranscribeAgain,
  ...opened
}: Props) {
  const remove = useRemoval(libraryItemId)
  const isRenaming = useRef(false)
  const rename = () => {
    isRenaming.current = true
    onRename()
  }
  const keepFocus = (event: Event) => {
    // The field of the title has it.
    if (isRenaming.current) event.preventDefault()
    isRenaming.current = false
  }
  return (
    <Menu {...opened} onCloseAutoFocus={keepFocus}>
      <Action Icon={Pencil} name={words.rename} act={rename} />
      {onHistory && <Action Icon={History} name={words.history} act={onHistory} />}
      {onGoToTime && <Action Icon={Clock} name={words.goToTime} act={onGoToTime} />}
      <Action Icon={Link2} name={words.copyLink} act={onCopyLink} />
      {onTranscribeAgain && <Action Icon={RotateCcw} name={words.transcribeAgain} act={onTranscribeAgain} />}
      <Action Icon={Keyboard} name={words.shortcuts} act={onShortcuts} />
      <hr className="my-1 border-hairline" />
      <Action Icon={Trash2} name={words.delete} act={remove} />
    </Menu>
  )
}

type ActionProps = { Icon: LucideIcon; name: string; act: () => void }

function Action({ Icon, name, act }: ActionProps) {
  return (
    <MenuItem onSelect={act}>
      <Icon className="size-4" aria-hidden="true" />
      {name}
    </MenuItem>
  )
}

/** Moves the transcript to the trash and leads back to the list. Undo restores it. */
function useRemoval(libraryItemId: string): () => void {
  const router = useRouter()
  const queries = useQueryClient()
  const onError = (error: unknown) => toast.error(problemOf(error).detail)
  const refresh = async () => {
    router.refresh()
    await queries.invalidateQueries({ queryKey: ['transcriptions'] })
  }
  const restoring = useMutation({
    mutationFn: () => createClient()(restoreTranscription, { params: { id: libraryItemId } }),
    onSuccess: async () => {
      toast.success(words.restored)
      await refresh()
    },
    onError,
  })
  const removal = useMutation({
    mutationFn: () => createClient()(removeTranscription, { params: { id: libraryItemId }, query: {} }),
    onSuccess: async () => {
      toast.success(words.deleted, { action: { label: words.undo, onClick: () => restoring.mutate() } })
      router.push('/transcripts')
      await refresh()
    },
    onError,
  })
  return removal.mutate
}
