import { Copy, Download, Languages, SlidersHorizontal, SquarePen } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { ActionMenu } from '@/components/action-menu'
import { PublishButton } from '@/components/publishing/publish-button'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { copyText } from '@/components/ui/copy-text'
import { MenuButton } from '@/components/ui/menu-button'
import { useOnDemand } from '@/components/use-on-demand'
import type { Format, Transcript } from '@/lib/captions/transcript'
import type { Published } from '@/lib/publishing/contract'
import type { Line } from '../line'
import { textWithTimes } from '../text/paragraphs'
import { words } from '../words'
import { downloadAddress } from './download'
import { useRequestAgain } from './use-request-again'

type Props = {
  libraryItemId: string
  lines: readonly Line[]
  /** Null while the text is still being made. */
  transcript: Pick<Transcript, 'url' | 'platform' | 'lang' | 'speakers'> | null
  /** The public page of the item; null where it has none. */
  published: Published | null
  onPublish: (published: Published | null) => void
  /** Opens the editor; null where there is no text that can be corrected. */
  onEdit: (() => void) | null
  /** The languages that were heard and what chooses another, which transcribes the text again; null: there is none to choose. */
  spoken: SpokenChoice | null
  /** Copies a link that begins at the position of the player. */
  onCopyLink: () => void
  /** The menu of everything else. */
  children: ReactNode
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

/** The actions of a transcript: edit, copy, download, publish, language and more. */
export function Toolbar({ transcript, onEdit, children, ...rest }: Props) {
  return (
    <div role="toolbar" aria-label={words.toolbar} className="flex items-center gap-2">
      {onEdit && (
        <Button size="snug" onClick={onEdit}>
          <SquarePen className="size-4" aria-hidden="true" />
          {words.edit}
        </Button>
      )}
      {transcript ? (
        <Sheet>
          <TextActions transcript={transcript} {...rest} />
          {children}
        </Sheet>
      ) : (
        children
      )}
    </div>
  )
}

type TextActionsProps = Omit<Props, 'transcript' | 'onEdit' | 'children'> & {
  transcript: NonNullable<Props['transcript']>
}

/** The actions of a finished text. */
function TextActions(props: TextActionsProps) {
  const { libraryItemId, lines, transcript, published, onPublish, spoken, onCopyLink } = props
  return (
    <>
      {lines.length > 0 && (
        <>
          <CopyMenu libraryItemId={libraryItemId} lines={lines} transcript={transcript} onCopyLink={onCopyLink} />
          <DownloadMenu libraryItemId={libraryItemId} />
          <PublishButton libraryItemId={libraryItemId} published={published} onChange={onPublish} />
        </>
      )}
      {spoken ? (
        <SpokenMenu lang={transcript.lang} spoken={spoken} />
      ) : (
        lines.length > 0 && transcript.platform !== 'upload' && <LanguageMenu transcript={transcript} />
      )}
    </>
  )
}

const SHEET_ID = 'transcript-actions'

/** Its children in a row; on a phone one below the other in a sheet at the bottom of the screen, behind a button. */
function Sheet({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    const keydown = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) setIsOpen(false)
    }
    window.addEventListener('keydown', keydown)
    return () => window.removeEventListener('keydown', keydown)
  }, [isOpen])
  return (
    <>
      <Button
        size="snug"
        aria-expanded={isOpen}
        aria-controls={SHEET_ID}
        className="sm:hidden"
        onClick={() => setIsOpen((open) => !open)}
      >
        <SlidersHorizontal className="size-4" aria-hidden="true" />
        {words.actions}
      </Button>
      {isOpen && (
        <div aria-hidden="true" className="fixed inset-0 z-20 bg-veil sm:hidden" onClick={() => setIsOpen(false)} />
      )}
      <div
        id={SHEET_ID}
        className={classes(
          'flex gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-30 max-sm:flex-col max-sm:rounded-t-md max-sm:border-t max-sm:border-hairline max-sm:bg-floating max-sm:p-4 max-sm:shadow-float max-sm:*:justify-start',
          !isOpen && 'max-sm:hidden',
        )}
      >
        {children}
      </div>
    </>
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
