import { type ReactNode, useState } from 'react'
import { classes } from './classes'

type Props = { address: string; className?: string; children: ReactNode }

/** A picture for decoration, whose place stays the same before it is there; what stands in for one that does not come. */
export function Picture({ address, className, children }: Props) {
  const [failed, setFailed] = useState(false)
  if (failed) return children
  return (
    // biome-ignore lint/performance/noImgElement: it is passed through as it is, so there is nothing to make of it
    <img
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
      className={classes('rounded-sm bg-sunken object-cover', className)}
    />
  )
}
