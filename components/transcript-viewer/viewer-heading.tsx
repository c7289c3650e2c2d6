import type { ReactNode } from 'react'
import { Picture } from '@/components/ui/picture'

type Props = {
  title: string
  /** The address of a picture of it, where no player shows it. */
  picture?: string | null
  children?: ReactNode
}

/**
 * What this is, and in one line where its text comes from. The title tells the side that all of it begins on; what is said of
 * it is in the language of the pages (`dir="ltr"`).
 */
export function ViewerHeading({ title, picture = null, children }: Props) {
  return (
    <header className="max-w-(--column) pb-2 lg:col-start-2">
      <div className="flex gap-4">
        {picture && (
          <Picture address={picture} className="size-16 shrink-0 sm:size-20">
            {null}
          </Picture>
        )}
        <div dir="auto" className="min-w-0 flex-1">
          <h1 className="font-serif text-2xl font-medium tracking-tight text-balance wrap-anywhere">{title}</h1>
          {children}
        </div>
      </div>
    </header>
  )
}
