import { LocateFixed } from 'lucide-react'
import { PublishButton } from '@/components/publishing/publish-button'
import { Button } from '@/components/ui/button'
import { CopyMenu } from './copy-menu'
import { DownloadMenu } from './download-menu'
import type { Line } from './entry'
import { SearchBox } from './search-box'
import type { Follow } from './use-follow'
import type { Search } from './use-search'

type Props = {
  entryId: string
  lines: readonly Line[]
  lang: string | null
  search: Search
  /** Null where there is nothing to play. */
  follow: Follow | null
}

/** Search, follow, copy, download, publish. */
export function Toolbar({ entryId, lines, lang, search, follow }: Props) {
  return (
    <div role="toolbar" aria-label="Transcript" className="flex flex-wrap items-center gap-2">
      <SearchBox search={search} />
      {follow && (
        <Button
          aria-pressed={follow.following}
          onClick={follow.toggle}
          title="Keep the spoken line in sight"
          className="max-sm:hidden aria-pressed:text-accent"
        >
          <LocateFixed className="size-4" aria-hidden="true" />
          Follow
        </Button>
      )}
      <CopyMenu entryId={entryId} lines={lines} lang={lang} />
      <DownloadMenu entryId={entryId} />
      <PublishButton entryId={entryId} />
    </div>
  )
}
