import { useEffect, useState } from 'react'
import { watchSight } from './watch-sight'

/** Whether the line of an index is on the screen; true while there is none (-1). */
export function useInSight(line: number): boolean {
  const [inSight, setInSight] = useState(true)
  useEffect(() => watchSight(line, setInSight), [line])
  return inSight
}
