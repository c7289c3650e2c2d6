import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Languages } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { Menu, MenuNote, MenuRadioItem } from '@/components/ui/menu'
import type { Transcript } from '@/lib/captions/transcript'
import type { LanguageList } from '@/lib/transcripts/languages-contract'
import { PLATFORM_NAMES } from '../platform-names'
import { problemOf } from '../problem-of'
import { useAgain } from './use-again'
import { words } from './words'

type Row = LanguageList['languages'][number]

/** A row a language: where both were made, the human captions are what is had. */
function byLanguage(rows: readonly Row[]): Row[] {
  const human = new Set(rows.filter(({ source }) => source === 'captions').map(({ code }) => code))
  return rows.filter(({ code, source }) => source === 'captions' || !human.has(code))
}

function LanguageItem({ row }: { row: Row }) {
  return (
    <MenuRadioItem value={row.code}>
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <span lang={row.code}>{row.native_name}</span>
        <span className="ms-auto flex gap-1">
          {row.original && <Chip>{words.original}</Chip>}
          <Chip>{row.source === 'captions' ? words.human : words.automatic}</Chip>
        </span>
      </span>
    </MenuRadioItem>
  )
}

function LanguageItems({ transcript }: { transcript: Pick<Transcript, 'url' | 'platform'> }) {
  const { data, error } = useQuery({
    queryKey: ['languages', transcript.url],
    queryFn: async ({ signal }) => (await import('./fetch-languages')).fetchLanguages(transcript.url, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (error) return <MenuNote>{problemOf(error).detail}</MenuNote>
  if (!data) return <MenuNote>{words.askingLanguages(PLATFORM_NAMES[transcript.platform])}</MenuNote>
  const rows = byLanguage(data.languages)
  if (rows.length === 0) return <MenuNote>{words.noLanguages}</MenuNote>
  return rows.map((row) => <LanguageItem key={row.code} row={row} />)
}

/** The languages that the recording has captions in. They are asked for when the menu is opened. */
export function LanguageMenu({ transcript }: { transcript: Pick<Transcript, 'url' | 'platform' | 'lang'> }) {
  const again = useAgain()
  return (
    <Menu
      trigger={
        <Button size="snug" disabled={again.busy}>
          <Languages className="size-4" aria-hidden="true" />
          <span className="gives-way">{words.language}</span>
          <ChevronDown className="-mx-1 size-4 text-soft max-sm:hidden" aria-hidden="true" />
        </Button>
      }
    >
      <DropdownMenu.RadioGroup
        value={transcript.lang ?? ''}
        onValueChange={(lang) => again.ask({ url: transcript.url, lang })}
        className="max-h-[60vh] w-72 max-w-[85vw] overflow-y-auto"
      >
        <LanguageItems transcript={transcript} />
      </DropdownMenu.RadioGroup>
    </Menu>
  )
}
