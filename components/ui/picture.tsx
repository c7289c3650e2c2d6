import { type ReactNode, useState } from 'react'
import { classes } from './classes'

type Props = { address: string; className?: string; children: ReactNode }

/** A decorative picture whose space is reserved before it loads; `children` replace one that fails to load. */
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
