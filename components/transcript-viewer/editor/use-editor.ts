import { useCallback, useEffect, useRef, useState } from 'react'
import { problemOf } from '@/components/problem/problem-of'
import { toast } from '@/components/ui/toast'
import type { Line } from '../line'
import { fetchText, saveEdits } from './editor-requests'
import {
  type Caret,
  type Conflict,
  changesBetween,
  conflictsWith,
  filledRows,
  joinRow,
  type Row,
  rebase,
  splitRow,
  toEdits,
  toRows,
  withSavedTimes,
  withText,
} from './editor-rows'

/** Saved a moment after the last key. */
const PAUSE_MS = 800
const RETRY_MS = 5_000

type SaveState = 'untouched' | 'edited' | 'saving' | 'saved' | 'waiting' | 'failed' | 'conflict'

type Known = { rows: readonly Row[]; version: string }

/**
 * The text of a transcript while it is edited. It saves itself a moment after the last change; a text that was changed elsewhere
 * meanwhile is never written over.
 */
export function useEditor(libraryItemId: string, lines: readonly Line[], version: string) {
  const [rows, setRows] = useState(() => toRows(lines))
  const [caret, setCaret] = useState<Caret | null>(null)
  const [state, setState] = useState<SaveState>('untouched')
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  const known = useRef<Known>({ rows, version })
  const theirs = useRef<Known | null>(null)
  const now = useRef(rows)
  now.current = rows
  const running = useRef<Promise<void> | null>(null)
  /** Rows that the server has refused: they are sent again once they have changed. */
  const refused = useRef<readonly Row[] | null>(null)

  const showConflict = useCallback(async () => {
    const text = await fetchText(libraryItemId)
    theirs.current = { rows: toRows(text.lines), version: text.version }
    const changes = changesBetween(known.current.rows, filledRows(now.current))
    setConflicts(conflictsWith(theirs.current.rows, changes))
    setState('conflict')
  }, [libraryItemId])

  const saveOnce = useCallback(async () => {
    // Until one text is chosen nothing is saved.
    if (theirs.current) return
    const sent = filledRows(now.current)
    const edits = toEdits(changesBetween(known.current.rows, sent))
    if (edits.length === 0) return setState('saved')
    setState('saving')
    try {
      const saved = await saveEdits(libraryItemId, edits, known.current.version)
      // The server omits the times of very many changes: this page keeps its own until it is opened again.
      known.current = { rows: withSavedTimes(sent, saved.changed ?? []), version: saved.version }
      const times = new Map(known.current.rows.map((row) => [row.key, row]))
      setRows((current) =>
        current.map((row) => {
          const { start, end, speaker } = times.get(row.key) ?? row
          // A row that stays the same object is not rendered again.
          const isSame = start === row.start && end === row.end && speaker === row.speaker
          return isSame ? row : { ...row, start, end, speaker }
        }),
      )
      setState('saved')
    } catch (error) {
      const problem = problemOf(error)
      if (problem.code === 'edit_conflict') return showConflict()
      const isOffline = problem.status === 0
      if (problem.retryable || isOffline) return setState('waiting')
      refused.current = now.current
      setState('failed')
      toast.error(problem.detail)
    }
  }, [libraryItemId, showConflict])

  /** Saves what has changed, one request after the other. */
  const save = useCallback(async () => {
    await running.current
    running.current = saveOnce()
    await running.current
  }, [saveOnce])

  useEffect(() => {
    if (state === 'conflict' || state === 'saving' || (state === 'failed' && refused.current === rows)) return
    if (changesBetween(known.current.rows, filledRows(rows)).length === 0) {
      if (state === 'edited') setState('saved')
      return
    }
    if (state !== 'waiting') setState('edited')
    const timer = setTimeout(() => void save(), state === 'waiting' ? RETRY_MS : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [rows, state, save])

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (changesBetween(known.current.rows, filledRows(now.current)).length > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])

  const change = (changed: { rows: Row[]; caret: Caret } | null) => {
    if (!changed) return
    setRows(changed.rows)
    setCaret(changed.caret)
  }
  const continueWith = (next: readonly Row[]) => {
    if (!theirs.current) return
    known.current = theirs.current
    theirs.current = null
    setConflicts([])
    setRows([...next])
    setState('saved')
  }
  return {
    rows,
    caret,
    state,
    conflicts,
    save,
    type: (key: number, text: string) => setRows((current) => withText(current, key, text)),
    split: (at: Caret) => change(splitRow(now.current, at)),
    join: (key: number) => change(joinRow(now.current, key)),
    moveTo: setCaret,
    keepMine: () =>
      continueWith(rebase(theirs.current?.rows ?? [], changesBetween(known.current.rows, filledRows(now.current)))),
    useTheirs: () => continueWith(theirs.current?.rows ?? []),
    isUnsaved: () => changesBetween(known.current.rows, filledRows(now.current)).length > 0,
    /** Replaces everything by a text as the server has it now. */
    reload: async () => {
      const text = await fetchText(libraryItemId)
      known.current = { rows: toRows(text.lines), version: text.version }
      setRows([...known.current.rows])
      setState('saved')
    },
    version: () => known.current.version,
  }
}

export type Editing = ReturnType<typeof useEditor>
