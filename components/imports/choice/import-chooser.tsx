import { useId, useState } from 'react'
import { Moment } from '@/components/format/moment'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import type { ImportRequest } from '@/lib/imports/contract'
import type { ImportPreview, PreviewItem } from '@/lib/imports/preview/contract'
import { PLATFORM_NAMES } from '@/lib/platforms/platforms'
import { episodeLength } from '../episode-length'
import { words } from '../words'
import { ChoiceFieldset } from './choice-fieldset'
import { costLine } from './cost-line'
import { type Choice, useChoice } from './use-choice'

type Props = {
  preview: ImportPreview
  busy: boolean
  onImport: (choice: Omit<ImportRequest, 'url'>) => void
  onClear: () => void
}

/** How many items are shown at first, and more at a time. */
const SHOWN = 50

function titleOf({ kind, title, items, url }: ImportPreview): string {
  if (kind === 'episode') return items[0]?.title ?? words.aRecording
  return title ?? (kind === 'list' ? url : words.aShow)
}

function leadOf(preview: ImportPreview): string {
  const { kind, title, platform, count, items, is_whole: isWhole } = preview
  if (kind === 'audio') return words.alone
  if (kind === 'episode') return words.oneEpisodeOf(title ?? words.aShow)
  if (kind === 'show') return words.episodes(Math.max(items.length, count ?? 0))
  const counted = isWhole ? words.videos(items.length) : words.firstVideos(items.length, count)
  return words.listOn(PLATFORM_NAMES[platform], counted)
}

/** The items of a link with the choice of those to import, and its cost. */
export function ImportChooser({ preview, busy, onImport, onClear }: Props) {
  const choice = useChoice(preview)
  const { cost, known, request, fitting } = choice
  const isList = preview.kind === 'list'
  const count = cost.items
  const empty = preview.items.length === 0
  const label = isList ? words.importVideos(count) : words.importEpisodes(count)
  return (
    <div className="rounded-md border border-hairline bg-raised p-4 sm:p-5">
      <p className="text-sm text-soft">{leadOf(preview)}</p>
      <h2 className="pt-1 text-xl font-semibold tracking-tight wrap-anywhere">{titleOf(preview)}</h2>
      {empty && <p className="pt-3 text-soft">{isList ? words.noVideos : words.noEpisodes}</p>}
      {preview.items.length > 1 && <ChoiceFieldset choice={choice} />}
      {!empty && (
        <div className="pt-4">
          <p role="status" className="font-medium tabular-nums">
            {costLine(cost, preview.allowance.remaining_seconds)}
          </p>
          <p className="pt-1 text-sm text-soft">
            {fitting && `${words.restSkipped} `}
            {known > 0 && `${isList ? words.knownVideos(known) : words.knownEpisodes(known)} `}
            {isList ? words.videosCountOnce : words.countsOnce}
          </p>
        </div>
      )}
      <div className="flex flex-wrap gap-3 pt-4">
        {fitting && (
          <Button variant="primary" disabled={busy} onClick={() => onImport(fitting)}>
            {words.importFitting(cost.reached)}
          </Button>
        )}
        {!empty && (
          <Button
            variant={fitting ? 'secondary' : 'primary'}
            disabled={busy || count === 0}
            onClick={() => onImport(request)}
          >
            {busy
              ? words.starting
              : count === 0
                ? words.nothingToImport
                : preview.kind === 'audio'
                  ? words.importRecordings(1)
                  : label}
          </Button>
        )}
        <Button disabled={busy} onClick={onClear}>
          {empty ? words.another : words.notThis}
        </Button>
      </div>
      {preview.items.length > 1 && <ItemList choice={choice} />}
    </div>
  )
}

/** The items that match the fields, as checkboxes, a part of them at a time. */
function ItemList({ choice }: { choice: Choice }) {
  const { found, isTicked, tick } = choice
  const [shown, setShown] = useState(SHOWN)
  const rest = found.length - shown
  return (
    <section aria-label={words.choose} className="mt-5 border-t border-hairline pt-3">
      <div className="-ms-2 flex flex-wrap items-center gap-x-1 pb-1">
        <Button variant="quiet" size="snug" onClick={() => tick(found, true)}>
          {words.selectAll}
        </Button>
        <Button variant="quiet" size="snug" onClick={() => tick(found, false)}>
          {words.selectNone}
        </Button>
      </div>
      {found.length === 0 && <p className="border-t border-hairline py-3 text-soft">{words.noneFits}</p>}
      <ul>
        {found.slice(0, shown).map((item) => (
          <ItemRow key={item.position} item={item} ticked={isTicked(item)} onTick={(ticked) => tick([item], ticked)} />
        ))}
      </ul>
      {rest > 0 && (
        <Button className="mt-2" onClick={() => setShown(shown + SHOWN * 2)}>
          {words.showMore(Math.min(rest, SHOWN * 2), rest)}
        </Button>
      )}
    </section>
  )
}

type RowProps = { item: PreviewItem; ticked: boolean; onTick: (ticked: boolean) => void }

function ItemRow({ item, ticked, onTick }: RowProps) {
  const id = useId()
  const { title, published, duration, position, already_transcribed: isKnown, has_captions: hasCaptions } = item
  return (
    <li className="flex flex-wrap items-start gap-x-3 border-t border-hairline py-2">
      <input
        id={id}
        type="checkbox"
        checked={ticked}
        disabled={isKnown}
        onChange={(event) => onTick(event.target.checked)}
        aria-describedby={`${id}-facts`}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <label htmlFor={id} className="min-w-0 flex-1 wrap-anywhere">
        <span className="inline-block min-w-9 pe-2 text-soft tabular-nums">{words.place(position)}</span> {title}
      </label>
      <span
        id={`${id}-facts`}
        className="flex flex-wrap items-center justify-end gap-x-3 text-sm text-soft tabular-nums max-sm:basis-full max-sm:justify-start max-sm:ps-7 sm:shrink-0"
      >
        {isKnown && <Chip>{words.known}</Chip>}
        {hasCaptions && <span className="max-sm:sr-only">{words.captioned}</span>}
        {published && <Moment iso={published} className="max-sm:hidden" />}
        <span className="sm:min-w-16 sm:text-end">{episodeLength(duration) ?? words.unknownLength}</span>
      </span>
    </li>
  )
}
