import { useEffect, useState } from 'react'
import { observeVisibility } from './observe-visibility'

/** Whether the line of an index is on the screen; true while there is none (-1). */
export function useIsVisible(line: number): boolean {
  const [inSight, setInSight] = useState(true)
  useEffect(() => observeVisibility(line, setInSight), [line])
  return inSight
}
