import { FileAudio, Podcast, SquarePlay } from 'lucide-react'
import { DOWNLOADS } from '@/lib/captions/formats/downloads'
import { CAPTION_LABELS } from '@/lib/captions/formats/formats'
import { eitherOf } from '@/lib/captions/text/either-of'
import { words } from './words'

const ICONS = [SquarePlay, Podcast, FileAudio]

/** The kinds of sources, and the result of each. */
export function Kinds() {
  return (
    <>
      <dl className="grid gap-8 sm:grid-cols-3">
        {words.kinds.map(({ name, what, how }, index) => {
          const Icon = ICONS[index] ?? FileAudio
          return (
            <div key={name} className="flex flex-col gap-2">
              <dt className="flex items-center gap-2 font-medium">
                <Icon className="size-5 text-accent" aria-hidden="true" />
                {name}
              </dt>
              <dd className="text-sm">
                {what}
                {index === words.kinds.length - 1 && ` ${words.captions(CAPTION_LABELS)}`}
              </dd>
              <dd className="text-sm text-soft">{how}</dd>
            </div>
          )
        })}
      </dl>
      <p className="pt-6 text-sm text-soft">{words.formats(eitherOf(DOWNLOADS.map(({ label }) => label)))}</p>
    </>
  )
}
