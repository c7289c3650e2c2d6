'use client'

import { useMemo } from 'react'
import { EntryFrame } from '@/components/transcript-viewer/entry-frame'
import { SearchBox } from '@/components/transcript-viewer/search-box'
import { TranscriptText } from '@/components/transcript-viewer/transcript-text'
import { useFollow } from '@/components/transcript-viewer/use-follow'
import { usePlayerKeys } from '@/components/transcript-viewer/use-player-keys'
import { useSearch } from '@/components/transcript-viewer/use-search'
import { CopyButton } from './copy-button'
import { PublicDownloads } from './public-downloads'
import { PublicHeading } from './public-heading'
import { isPlayable, PublicPlayer } from './public-player'
import type { PublicText } from './public-text'
import { usePagePlayback } from './use-page-playback'

/** A published transcript. All of it is in the page; scripts add the search, the player's place in the text, and copying. */
export function PublicScreen({ text }: { text: PublicText }) {
  const lines = useMemo(() => text.lines.map(([start, end, words]) => ({ start, end, text: words })), [text.lines])
  const playback = usePagePlayback(lines)
  const { recording, activeLine, seek } = playback
  usePlayerKeys(recording)
  const search = useSearch(lines)
  const follow = useFollow(activeLine)
  const searchThere = {
    ...search,
    setQuery: (query: string) => {
      follow.pause()
      search.setQuery(query)
    },
  }
  return (
    <article>
      <EntryFrame
        heading={<PublicHeading text={text} />}
        player={isPlayable(text) && <PublicPlayer text={text} playback={playback} />}
        toolbar={
          lines.length > 0 && (
            <div role="toolbar" aria-label="Transcript" className="flex flex-wrap items-center gap-2 scripting-only">
              <SearchBox search={searchThere} />
              <CopyButton slug={text.slug} />
            </div>
          )
        }
      >
        {lines.length > 0 ? (
          <TranscriptText
            lines={lines}
            lang={text.lang}
            activeLine={activeLine}
            onSeek={seek}
            addressable
            hits={search.hits}
            currentHit={search.hits[search.current] ?? null}
          />
        ) : (
          <p className="reading">No speech was found in this recording.</p>
        )}
        <PublicDownloads slug={text.slug} />
      </EntryFrame>
    </article>
  )
}
