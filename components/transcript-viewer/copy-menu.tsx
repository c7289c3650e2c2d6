import { Copy } from 'lucide-react'
import { ActionMenu } from '@/components/action-menu'
import { copyText } from '@/components/ui/copy-text'
import type { Format } from '@/lib/captions/transcript'
import { downloadAddress } from './download-address'
import { textWithTimes } from './text-with-times'
import type { Line } from './viewer-item'
import { words } from './words'

type Props = { libraryItemId: string; lines: readonly Line[]; lang: string | null }

async function fetchDocument(libraryItemId: string, format: Format): Promise<string> {
  const response = await fetch(downloadAddress(libraryItemId, format))
  if (!response.ok) throw new Error(words.notFetched(response.status))
  return response.text()
}

/** The text on the clipboard, in the three forms that people paste. */
export function CopyMenu({ libraryItemId, lines, lang }: Props) {
  const copy = (name: string, text: () => string | Promise<string>) => ({
    name,
    act: () => void copyText(text(), words.copied(name)),
  })
  const actions = [
    copy(words.copyText, () => fetchDocument(libraryItemId, 'text')),
    copy(words.copyTimes, () => textWithTimes(lines, lang)),
    copy(words.copyMarkdown, () => fetchDocument(libraryItemId, 'markdown')),
  ]
  return <ActionMenu Icon={Copy} label={words.copy} actions={actions} />
}
