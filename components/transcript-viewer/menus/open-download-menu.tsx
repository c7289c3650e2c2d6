import * as DropdownMenu from '@radix-ui/react-dropdown-menu'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { OFFERED_FORMATS } from '@/components/offered-formats'
import { problemOf } from '@/components/problem/problem-of'
import { Menu, MenuItem } from '@/components/ui/menu'
import { createClient } from '@/lib/api/client'
import { checkTranscription } from '@/lib/library/checks/contract'
import { words } from '../words'
import { downloadAddress } from './download'

function FileItem({ name, ending, address }: { name: string; ending: string; address: string }) {
  return (
    <MenuItem asChild>
      <a href={address} download>
        {name}
        <span className="times ms-auto ps-6 text-soft">{ending}</span>
      </a>
    </MenuItem>
  )
}

/** How many readability issues the cues have, in words. */
function useFindings(libraryItemId: string): string {
  const { data, error } = useQuery({
    queryKey: ['subtitle-checks', libraryItemId],
    queryFn: async ({ signal }) =>
      (await createClient()(checkTranscription, { params: { id: libraryItemId } }, { signal })).body,
    retry: false,
  })
  if (error) return problemOf(error).detail
  if (!data) return words.checkingSubtitles
  return words.subtitleFindings(
    Object.values(data.counts).reduce((all, count) => all + count, 0),
    data.cues,
  )
}

type Props = Pick<ComponentProps<typeof Menu>, 'trigger' | 'byKeyboard'> & { libraryItemId: string }

/** The open menu of files, with the checks of subtitles below. Opening it runs them. */
export function OpenDownloadMenu({ libraryItemId, ...opened }: Props) {
  const findings = useFindings(libraryItemId)
  return (
    <Menu {...opened}>
      <div className="max-h-[70vh] w-72 max-w-[85vw] overflow-y-auto">
        {OFFERED_FORMATS.map(({ format, name, ending }) => (
          <FileItem key={format} name={name} ending={ending} address={downloadAddress(libraryItemId, format)} />
        ))}
        <DropdownMenu.Separator className="my-1 h-px bg-hairline" />
        {/* A menu has nothing to read but items and the names of groups. */}
        <DropdownMenu.Group aria-label={`${words.subtitleChecks}: ${findings}`}>
          <div aria-hidden="true" className="px-3 py-2 text-sm text-soft">
            <span className="block font-medium text-ink">{words.subtitleChecks}</span>
            <span className="block">{findings}</span>
          </div>
          {REPAIRED.map(({ format, name, ending }) => (
            <FileItem
              key={format}
              name={name}
              ending={ending}
              address={`${downloadAddress(libraryItemId, format)}?repair=true`}
            />
          ))}
        </DropdownMenu.Group>
      </div>
    </Menu>
  )
}

const REPAIRED = [
  { format: 'srt', name: words.repairedSrt, ending: '.srt' },
  { format: 'vtt', name: words.repairedVtt, ending: '.vtt' },
] as const
