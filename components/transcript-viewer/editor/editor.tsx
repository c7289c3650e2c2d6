import { type KeyboardEvent, memo, useEffect, useLayoutEffect, useRef } from 'react'
import { isComposing } from '@/components/shortcut-key'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { formatShortClock } from '@/lib/captions/clock'
import { type Speaker, speakerNames } from '@/lib/captions/speakers'
import type { Line } from '../line'
import { SpeakerName, textDirection } from '../text/text-paragraphs'
import { ConflictPanel } from './conflict-panel'
import type { Row } from './editor-rows'
import { words } from './editor-words'
import { ReplaceForm } from './replace-form'
import { SpellingSuggestions } from './spelling-suggestions'
import { type Editing, useEditor } from './use-editor'

type Props = {
  libraryItemId: string
  lines: readonly Line[]
  version: string
  speakers: readonly Speaker[]
  lang: string | null
  /** Plays the recording from a time in seconds. */
  onPlay: (seconds: number) => void
  onDone: () => void
}

/** The text of a transcript to be corrected in place. It saves itself. */
export function Editor({ libraryItemId, lines, version, speakers, lang, onPlay, onDone }: Props) {
  const editing = useEditor(libraryItemId, lines, version)
  const root = useRef<HTMLDivElement>(null)
  const section = useRef<HTMLElement>(null)
  useCaret(root, editing)
  // The button that opened the editor is gone.
  useEffect(() => section.current?.focus({ preventScroll: true }), [])
  const { rows, state, save, isUnsaved, conflicts } = editing
  const names = speakerNames(speakers)
  const done = async () => {
    await save()
    if (!isUnsaved()) onDone()
  }
  return (
    <section ref={section} tabIndex={-1} aria-label={words.editor} className="flex max-w-(--column) flex-col gap-3">
      <div className="sticky top-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hairline bg-paper py-2">
        <p role="status" className="text-sm text-soft">
          {words.states[state]}
        </p>
        <span className="ms-auto flex gap-2">
          <Button variant="primary" onClick={() => void done()}>
            {words.done}
          </Button>
        </span>
        <dl aria-label={words.keyboard} className="flex basis-full flex-wrap gap-x-4 text-sm text-soft max-sm:hidden">
          {words.keys.map(([key, effect]) => (
            <div key={key} className="flex items-center gap-1.5">
              <dt>
                <Kbd>{key}</Kbd>
              </dt>
              <dd>{effect}</dd>
            </div>
          ))}
        </dl>
      </div>
      <ReplaceForm libraryItemId={libraryItemId} editing={editing} />
      <SpellingSuggestions libraryItemId={libraryItemId} editing={editing} />
      {state === 'conflict' && (
        <ConflictPanel conflicts={conflicts} onMine={editing.keepMine} onTheirs={editing.useTheirs} />
      )}
      {/* Keys are handled here for all rows: there may be thousands. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the rows within are the text fields */}
      <div
        ref={root}
        lang={lang ?? undefined}
        dir={textDirection(lang)}
        onKeyDown={(event) => handleKey(event, rows, editing, { onPlay, onDone: () => void done() })}
        onBlur={() => void save()}
      >
        {rows.map((row, at) => (
          <EditableRow
            key={row.key}
            row={row}
            name={row.speaker && row.speaker !== rows[at - 1]?.speaker ? names.get(row.speaker) : undefined}
            onType={editing.type}
            onPlay={onPlay}
          />
        ))}
      </div>
    </section>
  )
}

type RowProps = {
  row: Row
  name: string | undefined
  onType: (key: number, text: string) => void
  onPlay: (seconds: number) => void
}

/** Renders again only when the row itself has changed; its functions mean the same in every rendering. */
const EditableRow = memo(
  function EditableRow({ row, name, onType, onPlay }: RowProps) {
    const { key, start, text } = row
    const field = useRef<HTMLDivElement>(null)
    useLayoutEffect(() => {
      const element = field.current
      if (element && element.textContent !== text) element.textContent = text
    }, [text])
    const time = formatShortClock(Math.round(start * 1000))
    return (
      <div className="far-off grid grid-cols-[3.25rem_minmax(0,1fr)] pb-2 sm:grid-cols-[4rem_minmax(0,1fr)]">
        <button
          type="button"
          tabIndex={-1}
          title={words.playFrom(time)}
          onClick={() => onPlay(start)}
          className="times self-start rounded-sm pt-[0.45rem] text-start text-soft hover:text-accent hover:underline"
        >
          {time}
        </button>
        <div className="min-w-0">
          {name !== undefined && <SpeakerName name={name} speaker={row.speaker} />}
          {/* biome-ignore lint/a11y/useSemanticElements: thousands of text areas that grow with their text would be slow */}
          <div
            ref={field}
            role="textbox"
            tabIndex={0}
            contentEditable
            suppressContentEditableWarning
            aria-label={words.segmentAt(time)}
            data-row={key}
            spellCheck
            onInput={({ currentTarget }) => onType(key, currentTarget.textContent ?? '')}
            onPaste={(event) => {
              event.preventDefault()
              const pasted = event.clipboardData.getData('text/plain').replace(/\s+/gu, ' ')
              document.execCommand('insertText', false, pasted)
            }}
            className="reading max-w-[68ch] rounded-sm px-1 wrap-anywhere hover:bg-sunken focus:bg-raised"
          />
        </div>
      </div>
    )
  },
  (before, after) => before.row === after.row && before.name === after.name,
)

/**
 * The number of characters of an element's text before the caret; null while something is selected, or the caret is
 * elsewhere.
 */
function caretOffset(element: Element): number | null {
  const selection = window.getSelection()
  if (!selection?.isCollapsed || !selection.anchorNode || !element.contains(selection.anchorNode)) return null
  const range = document.createRange()
  range.selectNodeContents(element)
  range.setEnd(selection.anchorNode, selection.anchorOffset)
  return range.toString().length
}

/** Puts the caret into an element with one text, after so many characters. */
function placeCaret(element: HTMLElement, offset: number): void {
  element.focus()
  const text = element.firstChild
  const range = document.createRange()
  if (text) range.setStart(text, Math.min(offset, text.textContent?.length ?? 0))
  else range.setStart(element, 0)
  range.collapse(true)
  const selection = window.getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
}

/** Whether the caret is on the first line of an element (`up`), or on the last. */
function isOnEdge(element: Element, direction: 'up' | 'down'): boolean {
  const offset = caretOffset(element)
  if (offset === null) return false
  const length = element.textContent?.length ?? 0
  if (offset === (direction === 'up' ? 0 : length)) return true
  const caret = window.getSelection()?.getRangeAt(0).getClientRects()[0]
  if (!caret) return false
  const box = element.getBoundingClientRect()
  return direction === 'up' ? caret.top - box.top < caret.height : box.bottom - caret.bottom < caret.height
}

/** Puts the caret where a split, a join or a key has moved it. */
function useCaret(root: { current: HTMLElement | null }, { caret, moveTo }: Editing): void {
  useEffect(() => {
    if (!caret) return
    const row = root.current?.querySelector<HTMLElement>(`[data-row="${caret.key}"]`)
    if (row) placeCaret(row, caret.offset)
    moveTo(null)
  }, [caret, moveTo, root])
}

type Actions = { onPlay: (seconds: number) => void; onDone: () => void }

/**
 * Enter splits, Backspace at the start and Delete at the end join, Tab plays, arrows leave a row at its edges, Escape ends
 * editing.
 */
function handleKey(event: KeyboardEvent, rows: readonly Row[], editing: Editing, { onPlay, onDone }: Actions): void {
  const field = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-row]') : null
  if (!field || isComposing(event.nativeEvent)) return
  const at = rows.findIndex(({ key }) => String(key) === field.dataset.row)
  const row = rows[at]
  if (!row) return
  const offset = caretOffset(field)
  const [previous, next] = [rows[at - 1], rows[at + 1]]
  const handled = () => event.preventDefault()
  if (event.key === 'Enter') {
    handled()
    if (offset !== null) editing.split({ key: row.key, offset })
  } else if (event.key === 'Backspace' && offset === 0) {
    handled()
    editing.join(row.key)
  } else if (event.key === 'Delete' && offset === row.text.length && next) {
    handled()
    editing.join(next.key)
  } else if (event.key === 'Tab' && !event.shiftKey) {
    handled()
    onPlay(row.start)
  } else if (event.key === 'ArrowUp' && previous && isOnEdge(field, 'up')) {
    handled()
    editing.moveTo({ key: previous.key, offset: previous.text.length })
  } else if (event.key === 'ArrowDown' && next && isOnEdge(field, 'down')) {
    handled()
    editing.moveTo({ key: next.key, offset: 0 })
  } else if (event.key === 'Escape') {
    handled()
    onDone()
  }
}
