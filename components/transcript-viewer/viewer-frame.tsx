import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'

type Props = { heading: ReactNode; player: ReactNode; toolbar?: ReactNode; children: ReactNode }

/**
 * The page of a library item. On a wide screen the player stays on the left and the toolbar above the text; on a narrow one both
 * stay on top, as one.
 */
export function ViewerFrame({ heading, player, toolbar, children }: Props) {
  return (
    <div
      className={classes(
        'pt-4 lg:pt-8',
        player
          ? 'lg:grid lg:grid-cols-[22rem_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr] lg:gap-x-11 print:block'
          : 'mx-auto max-w-(--column) print:max-w-none',
      )}
    >
      {heading}
      <div className="sticky top-0 z-10 -mx-4 flex flex-col gap-2 bg-paper px-4 py-2 sm:-mx-6 sm:px-6 lg:contents print:hidden">
        {player && (
          <div className="lg:sticky lg:top-4 lg:col-start-1 lg:row-span-3 lg:row-start-1 lg:self-start">{player}</div>
        )}
        {toolbar && <div className="lg:sticky lg:top-0 lg:z-10 lg:bg-paper lg:py-3">{toolbar}</div>}
      </div>
      <div className="pt-4 lg:col-start-2">{children}</div>
    </div>
  )
}
