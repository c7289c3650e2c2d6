import { Fragment } from 'react'

/** A title in which a path longer than its column breaks after a slash. */
export function BreakablePath({ path }: { path: string }) {
  return path.split(/(?<=\w\/)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a title never move
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
