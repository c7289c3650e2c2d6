import { Button } from '@/components/ui/button'
import { words } from './words'

type Props = { links: readonly string[]; busy: boolean; onChoose: (link: string) => void; onAll: () => void }

const shown = (link: string) => link.replace(/^https?:\/\/(?:www\.)?/, '')

/** The recordings of a page, to choose from. */
export function SeveralRecordings({ links, busy, onChoose, onAll }: Props) {
  return (
    <>
      <ul className="flex w-full flex-col gap-1">
        {links.map((link) => (
          <li key={link}>
            <button
              type="button"
              disabled={busy}
              className="link min-h-8 pointer-coarse:min-h-10 text-left wrap-anywhere"
              onClick={() => onChoose(link)}
            >
              {shown(link)}
            </button>
          </li>
        ))}
      </ul>
      <Button onClick={onAll}>{words.allLinks(links.length)}</Button>
    </>
  )
}
