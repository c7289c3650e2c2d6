import * as DropdownMenu from '@radix-ui/react-dropdown-menu'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { languageName } from '@/components/format/language-name'
import { LOCALE } from '@/components/format/locale'
import { problemOf } from '@/components/problem/problem-of'
import { Chip } from '@/components/ui/chip'
import { Menu, MenuNote, MenuRadioItem } from '@/components/ui/menu'
import { createClient } from '@/lib/api/client'
import type { Transcript } from '@/lib/captions/transcript'
import { PLATFORM_NAMES } from '@/lib/platforms/platforms'
import { type LanguageList, listLanguages } from '@/lib/transcripts/languages/contract'
import { words } from '../words'

type Row = LanguageList['languages'][number]
type Subject = Pick<Transcript, 'url' | 'platform' | 'lang'>

/** Keeps a row for each language: human captions are preferred to automatic ones. */
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

function LanguageItems({ transcript: { url, platform } }: { transcript: Subject }) {
  const { data, error } = useQuery({
    queryKey: ['languages', url],
    queryFn: async ({ signal }) => (await createClient()(listLanguages, { query: { url } }, { signal })).body,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (error) return <MenuNote>{problemOf(error).detail}</MenuNote>
  if (!data) return <MenuNote>{words.askingLanguages(PLATFORM_NAMES[platform])}</MenuNote>
  const rows = byLanguage(data.languages)
  if (rows.length === 0) return <MenuNote>{words.noLanguages}</MenuNote>
  return rows.map((row) => <LanguageItem key={row.code} row={row} />)
}

type Opened = Pick<ComponentProps<typeof Menu>, 'trigger' | 'byKeyboard'> & { onChoose: (lang: string) => void }

type Props = Opened & { transcript: Subject }

/** The open menu of languages. Opening it fetches them. */
export function OpenLanguageMenu({ transcript, onChoose, ...opened }: Props) {
  return (
    <Menu {...opened}>
      <DropdownMenu.RadioGroup
        value={transcript.lang ?? ''}
        onValueChange={onChoose}
        className="max-h-[60vh] w-72 max-w-[85vw] overflow-y-auto"
      >
        <LanguageItems transcript={transcript} />
      </DropdownMenu.RadioGroup>
    </Menu>
  )
}

type SpokenProps = Opened & {
  lang: string | null
  /** The languages that were heard, the most probable first. */
  heard: readonly string[]
  /** The languages that can be transcribed. */
  languages: readonly string[]
}

/** The open menu of languages that may be spoken in a recording: first those that were heard. */
export function OpenSpokenMenu({ lang, heard, languages, onChoose, ...opened }: SpokenProps) {
  const others = languages
    .filter((one) => !heard.includes(one))
    .toSorted((one, other) => languageName(one).localeCompare(languageName(other), LOCALE))
  return (
    <Menu {...opened}>
      <DropdownMenu.RadioGroup
        value={lang ?? ''}
        onValueChange={onChoose}
        className="max-h-[60vh] w-72 max-w-[85vw] overflow-y-auto"
      >
        {[...heard, ...others].map((one) => (
          <MenuRadioItem key={one} value={one}>
            {languageName(one)}
          </MenuRadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </Menu>
  )
}
