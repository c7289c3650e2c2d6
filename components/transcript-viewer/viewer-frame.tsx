import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'
import { Picture } from '@/components/ui/picture'

type Props = { bar?: ReactNode; heading: ReactNode; player: ReactNode; toolbar?: ReactNode; children: ReactNode }

/**
 * The layout of a library item's page. On a wide screen the player stays on the left and the toolbar above the text; on a narrow
 * one both stay on top together.
 */
export function ViewerFrame({ bar, heading, player, toolbar, children }: Props) {
  return (
    <div
      className={classes(
        bar ? 'pt-2 lg:pt-4' : 'pt-4 lg:pt-8',
        player
          ? 'lg:grid lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-x-11 print:block'
          : 'mx-auto max-w-(--column) print:max-w-none',
        player ? (bar ? 'lg:grid-rows-[auto_auto_auto_1fr]' : 'lg:grid-rows-[auto_auto_1fr]') : null,
      )}
    >
      {bar && <div className="lg:col-span-2 lg:row-start-1">{bar}</div>}
      {heading}
      <div className="sticky top-0 z-10 -mx-4 flex flex-col gap-3 bg-paper px-4 py-2 sm:-mx-6 sm:px-6 lg:contents print:hidden">
        {player && (
          <div
            className={classes(
              'lg:sticky lg:top-4 lg:col-start-1 lg:row-span-3 lg:self-start',
              bar ? 'lg:row-start-2' : 'lg:row-start-1',
            )}
          >
            {player}
          </div>
        )}
        {toolbar && <div className="lg:sticky lg:top-0 lg:z-10 lg:bg-paper lg:py-3">{toolbar}</div>}
      </div>
      <div className="pt-4 lg:col-start-2">{children}</div>
    </div>
  )
}

/** The class names of the title. */
export const PAGE_TITLE = 'font-serif text-2xl font-medium tracking-tight text-balance wrap-anywhere'

type HeadingProps = {
  /** A string, or a complete heading element. */
  title: ReactNode
  /** The address of its picture, where no player shows one. */
  picture?: string | null
  children?: ReactNode
}

/**
 * The title and, below it, the source of the text. The direction of the title aligns the whole heading; the content
 * below is in the language of the interface (`dir="ltr"`).
 */
export function ViewerHeading({ title, picture = null, children }: HeadingProps) {
  return (
    <header className="max-w-(--column) pb-2 lg:col-start-2">
      <div className="flex gap-4">
        {picture && (
          <Picture address={picture} className="size-16 shrink-0 sm:size-20">
            {null}
          </Picture>
        )}
        <div dir="auto" className="min-w-0 flex-1">
          {typeof title === 'string' ? <h1 className={PAGE_TITLE}>{title}</h1> : title}
          {children}
        </div>
      </div>
    </header>
  )
}
