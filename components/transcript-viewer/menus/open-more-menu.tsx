import * as AlertDialog from '@radix-ui/react-alert-dialog'
import { useMutation } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { History, Keyboard, Link2, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ComponentProps, useRef, useState } from 'react'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/menu'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import { removeTranscription } from '@/lib/library/contract'
import { words } from '../words'

export type MoreActions = {
  libraryItemId: string
  /** Copies a link that begins at the position of the player. */
  onCopyLink: () => void
  onRename: () => void
  onShortcuts: () => void
  onHistory: (() => void) | null
  /** Transcribes the text again with a better engine; null where there is none, or the user may not. */
  onTranscribeAgain: (() => void) | null
}

type Props = MoreActions & Pick<ComponentProps<typeof Menu>, 'trigger' | 'byKeyboard'>

/** The open menu of a transcript's page, and the dialog that confirms its way to the trash. */
export function OpenMoreMenu({
  libraryItemId,
  onRename,
  onCopyLink,
  onShortcuts,
  onHistory,
  onTranscribeAgain,
  ...opened
}: Props) {
  const [isAsking, setIsAsking] = useState(false)
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
    <>
      <Menu {...opened} onCloseAutoFocus={keepFocus}>
        <Action Icon={Pencil} name={words.rename} act={rename} />
        {onHistory && <Action Icon={History} name={words.history} act={onHistory} />}
        <Action Icon={Link2} name={words.copyLink} act={onCopyLink} />
        {onTranscribeAgain && <Action Icon={RotateCcw} name={words.transcribeAgain} act={onTranscribeAgain} />}
        <Action Icon={Keyboard} name={words.shortcuts} act={onShortcuts} />
        <hr className="my-1 border-hairline" />
        <Action Icon={Trash2} name={words.delete} act={() => setIsAsking(true)} isDestructive />
      </Menu>
      <DeleteDialog libraryItemId={libraryItemId} open={isAsking} onOpenChange={setIsAsking} />
    </>
  )
}

type ActionProps = { Icon: LucideIcon; name: string; act: () => void; isDestructive?: boolean }

function Action({ Icon, name, act, isDestructive = false }: ActionProps) {
  return (
    <MenuItem onSelect={act} {...(isDestructive && { className: 'text-failed' })}>
      <Icon className="size-4" aria-hidden="true" />
      {name}
    </MenuItem>
  )
}

type DialogProps = { libraryItemId: string; open: boolean; onOpenChange: (open: boolean) => void }

/** Asks for confirmation, moves the transcript to the trash, and leads back to the list. */
function DeleteDialog({ libraryItemId, open, onOpenChange }: DialogProps) {
  const router = useRouter()
  const removal = useMutation({
    mutationFn: () => createClient()(removeTranscription, { params: { id: libraryItemId }, query: {} }),
    onSuccess: () => {
      toast.success(words.deleted)
      router.push('/transcripts')
      router.refresh()
    },
    onError: (error) => toast.error(problemOf(error).detail),
  })
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-40 bg-veil" />
        <AlertDialog.Content className="fixed inset-x-4 top-1/2 z-50 mx-auto flex max-w-md -translate-y-1/2 flex-col gap-3 rounded-md border border-hairline bg-floating p-6 font-sans shadow-float">
          <AlertDialog.Title className="text-lg font-semibold">{words.deleteTitle}</AlertDialog.Title>
          <AlertDialog.Description className="text-sm text-soft">{words.deleteText}</AlertDialog.Description>
          <div className="flex justify-end gap-2 pt-3">
            <AlertDialog.Cancel asChild>
              <Button>{words.cancel}</Button>
            </AlertDialog.Cancel>
            <Button variant="danger" disabled={removal.isPending || removal.isSuccess} onClick={() => removal.mutate()}>
              {words.delete}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
