import { useEffect, useState } from 'react'

/** Whether the line of an index is on the screen; true while there is none (-1). */
export function useInSight(line: number): boolean {
  const [inSight, setInSight] = useState(true)
  useEffect(() => {
    const element = document.querySelector(`[data-line="${line}"]`)
    if (!element) return setInSight(true)
    const observer = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting ?? true))
    observer.observe(element)
    return () => observer.disconnect()
  }, [line])
  return inSight
}
