import { Copy, Download, Languages } from 'lucide-react'
import { ActionMenu } from '@/components/action-menu'
import { PublishButton } from '@/components/publishing/publish-button'
import { copyText } from '@/components/ui/copy-text'
import { MenuButton } from '@/components/ui/menu-button'
import { useOnDemand } from '@/components/use-on-demand'
import type { Format, Transcript } from '@/lib/captions/transcript'
import type { Published } from '@/lib/publishing/contract'
import type { Line } from '../line'
import { SearchBox } from '../search/search-box'
import type { Search } from '../search/use-search'
import { textWithTimes } from '../text/paragraphs'
import { words } from '../words'
import { downloadAddress } from './download'
import { useRequestAgain } from './use-request-again'

type Props = {
  libraryItemId: string
  lines: readonly Line[]
  /** Null while the text is still being made; it can be searched and followed all the same. */
  transcript: Pick<Transcript, 'url' | 'platform' | 'lang' | 'speakers'> | null
  /** The public page of the item; null where it has none. */
  published: Published | null
  onPublish: (published: Published | null) => void
  search: Search
  /** The languages that were heard and what chooses another, which transcribes the text again; null: there is none to choose. */
  spoken: SpokenChoice | null
  /** Copies a link that begins at the position of the player. */
  onCopyLink: () => void
}

/** The languages that the recording has captions in. The script of the menu is loaded when it is first opened. */
function LanguageMenu({ transcript }: { transcript: Pick<Transcript, 'url' | 'platform' | 'lang'> }) {
  const again = useRequestAgain()
  const { part, byKeyboard, want } = useOnDemand(() => import('./open-language-menu'))
  const button = { Icon: Languages, label: words.language, disabled: again.busy }
  if (!part) return <MenuButton {...button} onClick={want} />
  return (
    <part.OpenLanguageMenu
      trigger={<MenuButton {...button} />}
      byKeyboard={byKeyboard}
      transcript={transcript}
      onChoose={(lang) => again.ask({ url: transcript.url, lang })}
    />
  )
}

export type SpokenChoice = {
  heard: readonly string[]
  languages: readonly string[]
  busy: boolean
  onChoose: (lang: string) => void
}

/** The languages that may be spoken in the recording. */
function SpokenMenu({
  lang,
  spoken: { heard, languages, busy, onChoose },
}: {
  lang: string | null
  spoken: SpokenChoice
}) {
  const { part, byKeyboard, want } = useOnDemand(() => import('./open-language-menu'))
  const button = { Icon: Languages, label: words.language, disabled: busy }
  if (!part) return <MenuButton {...button} onClick={want} />
  return (
    <part.OpenSpokenMenu
      trigger={<MenuButton {...button} />}
      byKeyboard={byKeyboard}
      lang={lang}
      heard={heard}
      languages={languages}
      onChoose={(chosen) => chosen !== lang && onChoose(chosen)}
    />
  )
}

/** Search, language, copy, download, publish. */
export function Toolbar({ libraryItemId, lines, transcript, published, onPublish, search, spoken, onCopyLink }: Props) {
  return (
    <div role="toolbar" aria-label={words.toolbar} className="flex flex-wrap items-center gap-2">
      <SearchBox search={search} />
      {transcript && (
        <>
          {spoken ? (
            <SpokenMenu lang={transcript.lang} spoken={spoken} />
          ) : (
            transcript.platform !== 'upload' && <LanguageMenu transcript={transcript} />
          )}
          <CopyMenu libraryItemId={libraryItemId} lines={lines} transcript={transcript} onCopyLink={onCopyLink} />
          <DownloadMenu libraryItemId={libraryItemId} />
          <PublishButton libraryItemId={libraryItemId} published={published} onChange={onPublish} />
        </>
      )}
    </div>
  )
}

type CopyMenuProps = {
  libraryItemId: string
  lines: readonly Line[]
  transcript: Pick<Transcript, 'lang' | 'speakers'>
  onCopyLink: () => void
}

async function fetchDocument(libraryItemId: string, format: Format): Promise<string> {
  const response = await fetch(downloadAddress(libraryItemId, format))
  if (!response.ok) throw new Error(words.notFetched(response.status))
  return response.text()
}

/** Copies the text in one of three forms, or a link to the position of the player. */
function CopyMenu({ libraryItemId, lines, transcript, onCopyLink }: CopyMenuProps) {
  const copy = (name: string, text: () => string | Promise<string>) => ({
    name,
    act: () => void copyText(text(), words.copied(name)),
  })
  const actions = [
    copy(words.copyText, () => fetchDocument(libraryItemId, 'text')),
    copy(words.copyTimes, () => textWithTimes(lines, transcript.lang, transcript.speakers)),
    copy(words.copyMarkdown, () => fetchDocument(libraryItemId, 'markdown')),
    { name: words.copyLink, act: onCopyLink },
  ]
  return <ActionMenu Icon={Copy} label={words.copy} actions={actions} />
}

/** Downloads the text in one of the formats. The script of the menu is loaded when it is first opened. */
function DownloadMenu({ libraryItemId }: { libraryItemId: string }) {
  const { part, byKeyboard, want } = useOnDemand(() => import('./open-download-menu'))
  const button = { Icon: Download, label: words.download }
  if (!part) return <MenuButton {...button} onClick={want} />
  return (
    <part.OpenDownloadMenu trigger={<MenuButton {...button} />} byKeyboard={byKeyboard} libraryItemId={libraryItemId} />
  )
}
