import { ChevronDown, Copy } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy-text'
import { Menu, MenuItem } from '@/components/ui/menu'
import type { Format } from '@/lib/captions/transcript'
import { downloadAddress } from './download-address'
import type { Line } from './entry'
import { textWithTimes } from './text-with-times'
import { words } from './words'

type Props = { entryId: string; lines: readonly Line[]; lang: string | null }

async function fetchDocument(entryId: string, format: Format): Promise<string> {
  const response = await fetch(downloadAddress(entryId, format))
  if (!response.ok) throw new Error(`The document could not be fetched (${response.status}).`)
  return response.text()
}

/** The text on the clipboard, in the three forms that people paste. */
export function CopyMenu({ entryId, lines, lang }: Props) {
  const copy = (form: string, text: () => string | Promise<string>) => () => void copyText(text(), words.copied(form))
  return (
    <Menu
      trigger={
        <Button size="snug">
          <Copy className="size-4" aria-hidden="true" />
          <span className="gives-way">{words.copy}</span>
          <ChevronDown className="-mx-1 size-4 text-soft max-sm:hidden" aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem onSelect={copy(words.copyText, () => fetchDocument(entryId, 'text'))}>{words.copyText}</MenuItem>
      <MenuItem onSelect={copy(words.copyTimes, () => textWithTimes(lines, lang))}>{words.copyTimes}</MenuItem>
      <MenuItem onSelect={copy(words.copyMarkdown, () => fetchDocument(entryId, 'markdown'))}>
        {words.copyMarkdown}
      </MenuItem>
    </Menu>
  )
}
