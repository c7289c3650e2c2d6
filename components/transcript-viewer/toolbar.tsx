import { LocateFixed } from 'lucide-react'
import { PublishButton } from '@/components/publishing/publish-button'
import { Button } from '@/components/ui/button'
import type { Transcript } from '@/lib/captions/transcript'
import type { Published } from '@/lib/publishing/contract'
import { CopyMenu } from './copy-menu'
import { DownloadMenu } from './download-menu'
import { LanguageMenu } from './language-menu'
import { SearchBox } from './search-box'
import type { Follow } from './use-follow'
import type { Search } from './use-search'
import type { Line } from './viewer-item'
import { words } from './words'

type Props = {
  libraryItemId: string
  lines: readonly Line[]
  /** Null while the text is still being made: then it can be searched and followed. */
  transcript: Pick<Transcript, 'url' | 'platform' | 'lang'> | null
  /** Where it is public. */
  published: Published | null
  search: Search
  /** Null where there is nothing to play. */
  follow: Follow | null
}

/** Search, follow, language, copy, download, publish. */
export function Toolbar({ libraryItemId, lines, transcript, published, search, follow }: Props) {
  return (
    <div role="toolbar" aria-label={words.toolbar} className="flex flex-wrap items-center gap-2">
      <SearchBox search={search} />
      {follow && (
        <Button
          aria-pressed={follow.following}
          onClick={follow.toggle}
          title={words.followTitle}
          size="snug"
          className="max-sm:hidden aria-pressed:text-accent"
        >
          <LocateFixed className="size-4" aria-hidden="true" />
          <span className="sr-only">{words.follow}</span>
        </Button>
      )}
      {transcript && (
        <>
          {transcript.platform !== 'upload' && <LanguageMenu transcript={transcript} />}
          <CopyMenu libraryItemId={libraryItemId} lines={lines} lang={transcript.lang} />
          <DownloadMenu libraryItemId={libraryItemId} />
          <PublishButton libraryItemId={libraryItemId} initial={published} />
        </>
      )}
    </div>
  )
}
