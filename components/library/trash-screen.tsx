'use client'

import { Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { formatLength } from '@/components/format/format-duration'
import { languageName } from '@/components/format/language-name'
import { problemOf } from '@/components/problem/problem-of'
import { EmptyNote } from '@/components/site/empty-note'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'
import type { TrashList } from '@/lib/library/trash/contract'
import { type ActionRequest, useActions } from './use-actions'
import { words } from './words'

type Trashed = TrashList['transcriptions'][number]

const DAY_MS = 86_400_000

function daysLeft({ deleted_permanently_at: until }: Trashed, now: number): number {
  return Math.max(1, Math.ceil((Date.parse(until) - now) / DAY_MS))
}

/** The trash: what can be restored, what it takes to be rid of it, and how long it stays. */
export function TrashScreen({ list }: { list: TrashList }) {
  const router = useRouter()
  const { act, result, isPending } = useActions()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const top = useRef<HTMLDivElement>(null)
  // The list is rendered by the server.
  useEffect(() => {
    if (!result) return
    router.refresh()
  }, [result, router])
  const { transcriptions: rows, total, limit, offset } = list
  const selected = rows.filter(({ id }) => chosen.has(id))
  const restore = (subjects: ActionRequest['subjects']) => {
    top.current?.focus()
    act({ action: 'restore', subjects })
  }
  const remove = async (perform: () => Promise<void>, done: string) => {
    setBusy(true)
    try {
      await perform()
      toast.success(done)
    } catch (error) {
      toast.error(problemOf(error).detail)
    } finally {
      setBusy(false)
      top.current?.focus()
      router.refresh()
    }
  }
  if (total === 0) {
    return (
      <div ref={top} tabIndex={-1} className="focus:outline-none">
        <EmptyNote Icon={Trash2} title={words.trashEmpty} />
      </div>
    )
  }
  const disabled = isPending || busy
  return (
    <div ref={top} tabIndex={-1} className="focus:outline-none">
      <div className="flex flex-wrap items-center gap-2 border-b border-hairline pb-3">
        <label className="me-auto flex items-center gap-3 text-sm text-soft">
          <input
            type="checkbox"
            checked={selected.length > 0 && selected.length === rows.length}
            onChange={({ target }) => setChosen(new Set(target.checked ? rows.map(({ id }) => id) : []))}
            className="size-4 accent-accent max-sm:size-6"
          />
          {words.selectAll}
        </label>
        <div className="flex gap-2">
          <Button size="snug" disabled={disabled || selected.length === 0} onClick={() => restore(selected)}>
            {words.restoreAll}
          </Button>
          <ConfirmDialog
            trigger={
              <Button size="snug" disabled={disabled}>
                {words.emptyTrash}
              </Button>
            }
            title={words.emptyTrashTitle(total)}
            text={words.deleteForeverText(total)}
            isDestructive
            confirm={words.emptyTrash}
            cancel={words.cancel}
            onConfirm={() => remove(async () => (await import('./library-requests')).deleteTrash(), words.emptiedTrash)}
          />
        </div>
      </div>
      <ul aria-label={words.trashList}>
        {rows.map((row) => (
          <TrashRow
            key={row.id}
            row={row}
            disabled={disabled}
            selected={chosen.has(row.id)}
            onSelect={(on) =>
              setChosen(new Set(on ? [...chosen, row.id] : [...chosen].filter((other) => other !== row.id)))
            }
            onRestore={() => restore([row])}
            onDelete={() =>
              remove(async () => (await import('./library-requests')).deletePermanently(row.id), words.deletedForever)
            }
          />
        ))}
      </ul>
      {total > limit && (
        <nav
          aria-label={words.pages}
          className="flex flex-wrap items-center justify-between gap-3 pt-4 text-sm text-soft"
        >
          <p className="tabular-nums">{words.range(offset + 1, offset + rows.length, total, true)}</p>
          <div className="flex gap-2">
            {offset > 0 && <PageLink offset={Math.max(0, offset - limit)}>{words.newer}</PageLink>}
            {offset + limit < total && <PageLink offset={offset + limit}>{words.older}</PageLink>}
          </div>
        </nav>
      )}
    </div>
  )
}

function PageLink({ offset, children }: { offset: number; children: string }) {
  return (
    <Button asChild>
      <Link href={offset === 0 ? '/transcripts/trash' : `/transcripts/trash?offset=${offset}`}>{children}</Link>
    </Button>
  )
}

type RowProps = {
  row: Trashed
  disabled: boolean
  selected: boolean
  onSelect: (selected: boolean) => void
  onRestore: () => void
  onDelete: () => void
}

function TrashRow({ row, disabled, selected, onSelect, onRestore, onDelete }: RowProps) {
  const { title, lang, total_seconds: total, slug, tags } = row
  const name = title ?? words.untitled
  return (
    <li className="flex gap-3 border-b border-hairline py-2.5 has-checked:-mx-3 has-checked:bg-sunken has-checked:px-3">
      <input
        type="checkbox"
        aria-label={words.select(name)}
        checked={selected}
        onChange={({ target }) => onSelect(target.checked)}
        className="mt-2 size-4 shrink-0 accent-accent max-sm:mt-1 max-sm:size-6"
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-48 flex-1">
          <h2 dir="auto" className="truncate text-left font-medium">
            {name}
          </h2>
          <p className="flex flex-wrap gap-x-3 text-sm text-soft">
            {lang && <span suppressHydrationWarning>{languageName(lang)}</span>}
            {total > 0 && <span className="tabular-nums">{formatLength(total)}</span>}
            <span suppressHydrationWarning>{words.daysLeft(daysLeft(row, Date.now()))}</span>
            {slug && <span>{words.publicAgain}</span>}
          </p>
          {tags.length > 0 && (
            <ul aria-label={words.tags} className="flex flex-wrap gap-1.5 pt-1">
              {tags.map((tag) => (
                <li key={tag}>
                  <Chip>{tag}</Chip>
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button size="snug" disabled={disabled} aria-label={words.restoreOf(name)} onClick={onRestore}>
            {words.restore}
          </Button>
          <ConfirmDialog
            trigger={
              <Button size="snug" variant="quiet" disabled={disabled} aria-label={words.deleteForeverOf(name)}>
                {words.deleteForever}
              </Button>
            }
            title={words.deleteForeverTitle}
            text={words.deleteForeverText(1)}
            isDestructive
            confirm={words.deleteForever}
            cancel={words.cancel}
            onConfirm={onDelete}
          />
        </div>
      </div>
    </li>
  )
}
