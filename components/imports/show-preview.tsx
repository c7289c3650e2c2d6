import { formatDay } from '@/components/format-day'
import { Button } from '@/components/ui/button'
import type { ResolveResponse } from '@/lib/imports/contract'
import { episodeLength } from './episode-length'
import { words } from './words'

type Props = { found: ResolveResponse; busy: boolean; onImport: () => void; onClear: () => void }

const SHOWN = 3

function titleOf({ kind, show, episodes, audio_url }: ResolveResponse): string {
  if (kind === 'show') return show?.title ?? words.aShow
  return episodes?.[0]?.title ?? audio_url?.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? words.aRecording
}

function leadOf({ kind, show, episodes }: ResolveResponse): string {
  if (kind === 'audio') return words.alone
  return kind === 'episode' ? words.oneEpisodeOf(show?.title ?? words.aShow) : words.episodes(episodes?.length ?? 0)
}

/** What a link leads to, before anything of it is imported. */
export function ShowPreview({ found, busy, onImport, onClear }: Props) {
  const episodes = found.episodes ?? []
  const count = found.kind === 'show' ? episodes.length : 1
  const rest = episodes.length - SHOWN
  return (
    <div className="rounded-md border border-hairline bg-raised p-4 sm:p-5">
      <p className="text-sm text-soft">{leadOf(found)}</p>
      <h2 className="pt-1 text-xl font-semibold tracking-tight wrap-anywhere">{titleOf(found)}</h2>
      {found.kind === 'show' && episodes.length > 0 && (
        <ul className="pt-3 text-sm">
          {episodes.slice(0, SHOWN).map(({ guid, title, published, duration }) => (
            <li key={guid} className="flex gap-4 border-t border-hairline py-2">
              <span className="min-w-0 flex-1 truncate">{title}</span>
              <span className="shrink-0 text-soft tabular-nums max-sm:hidden">{published && formatDay(published)}</span>
              <span className="w-24 shrink-0 text-end text-soft tabular-nums">{episodeLength(duration)}</span>
            </li>
          ))}
          {rest > 0 && <li className="border-t border-hairline pt-2 text-soft">{words.andMore(rest)}</li>}
        </ul>
      )}
      {count === 0 ? (
        <p className="pt-3 text-soft">{words.noEpisodes}</p>
      ) : (
        <p className="pt-3 text-sm text-soft">{words.countsOnce}</p>
      )}
      <div className="flex flex-wrap gap-3 pt-4">
        {count > 0 && (
          <Button look="primary" disabled={busy} onClick={onImport}>
            {busy
              ? words.starting
              : found.kind === 'audio'
                ? words.importRecordings(count)
                : words.importEpisodes(count)}
          </Button>
        )}
        <Button disabled={busy} onClick={onClear}>
          {count > 0 ? words.notThis : words.another}
        </Button>
      </div>
    </div>
  )
}
