import { Title } from '@radix-ui/react-dialog'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useDeferredValue, useState } from 'react'
import { isComposing } from '@/components/shortcut-key'
import type { Viewer } from '@/components/site/places'
import { DialogFrame } from '@/components/ui/form-dialog'
import { createClient } from '@/lib/api/client'
import { listTranscriptions } from '@/lib/library/contract'
import { CommandList, optionId } from './command-list'
import { type Command, listCommands, matchCommands, transcriptCommand } from './commands'
import { isPaletteKey } from './open-overlay'
import { offeredGoToTime } from './page-action'
import { words } from './words'

export type PaletteProps = Viewer & {
  open: boolean
  onClose: () => void
  /** Called as the focus is about to leave the closed dialog. */
  onCloseAutoFocus: (event: Event) => void
  onShortcuts: () => void
}

/** Finds transcripts, pages and actions by a few letters, and goes there or does it. */
export function CommandPalette({ open, onClose, onCloseAutoFocus, ...content }: PaletteProps) {
  return (
    <DialogFrame
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onCloseAutoFocus={onCloseAutoFocus}
      className="top-[12vh] max-h-[70vh] max-w-xl overflow-hidden"
    >
      <Title className="sr-only">{words.palette}</Title>
      <PaletteContent onClose={onClose} {...content} />
    </DialogFrame>
  )
}

const SHOWN_TRANSCRIPTS = 6
const MAX_QUERY_CHARACTERS = 200

/** The newest transcripts, or those that have the words of a query. */
function useTranscripts(query: string) {
  const search = useDeferredValue(query.trim())
  return useQuery({
    queryKey: ['palette', search],
    queryFn: async ({ signal }) => {
      const request = { limit: SHOWN_TRANSCRIPTS, ...(search && { search }) }
      const { body } = await createClient()(listTranscriptions, { query: request }, { signal })
      return body.transcriptions.map(transcriptCommand)
    },
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** The field and what it finds. It begins anew each time the palette is opened. */
function PaletteContent({ onClose, ...options }: Omit<PaletteProps, 'open' | 'onCloseAutoFocus'>) {
  const router = useRouter()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const transcripts = useTranscripts(query)
  const matching = matchCommands(listCommands({ ...options, onGoToTime: offeredGoToTime() }), query)
  // Without a query the transcripts come first: they are what most people look for.
  const commands = query.trim()
    ? [...matching, ...(transcripts.data ?? [])]
    : [...(transcripts.data ?? []), ...matching]
  const index = Math.min(active, Math.max(0, commands.length - 1))
  const run = (command: Command) => {
    onClose()
    if ('href' in command) router.push(command.href)
    else command.act()
  }
  const keydown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: (index + 1) % Math.max(1, commands.length),
      ArrowUp: (index - 1 + commands.length) % Math.max(1, commands.length),
      PageDown: Math.min(commands.length - 1, index + 8),
      PageUp: Math.max(0, index - 8),
    }
    const move = moves[event.key]
    const command = commands[index]
    if (move !== undefined) setActive(move)
    else if (event.key === 'Enter' && command) run(command)
    else if (isPaletteKey(event)) onClose()
    else return
    event.preventDefault()
  }
  const chosen = commands[index]
  return (
    <>
      <div className="flex items-center gap-2 border-b border-hairline ps-4 has-focus-visible:outline-none">
        <Search className="size-4 shrink-0 text-soft" aria-hidden="true" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={chosen && optionId(chosen)}
          aria-autocomplete="list"
          aria-label={words.field}
          placeholder={words.field}
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_QUERY_CHARACTERS}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setActive(0)
          }}
          onKeyDown={keydown}
          className="min-h-12 min-w-0 flex-1 bg-transparent px-2 text-base focus-visible:outline-none"
        />
      </div>
      <CommandList commands={commands} chosen={chosen} onPoint={setActive} onRun={run} />
      <p role="status" className="px-4 py-2 text-sm text-soft empty:hidden">
        {statusOf(transcripts, commands.length)}
      </p>
    </>
  )
}

function statusOf({ isError, isFetching }: { isError: boolean; isFetching: boolean }, found: number): string | null {
  if (isError) return words.notSearched
  if (found > 0) return null
  return isFetching ? words.searching : words.nothing
}
