import { useEffect } from 'react'
import type { Recording } from './recording'
import { handlePlayerKey } from './take-player-key'

/** Lets the keys play a recording, wherever on the page they are pressed. */
export function usePlayerKeys(recording: Recording | null): void {
  useEffect(() => {
    if (!recording) return
    const keydown = (event: KeyboardEvent) => handlePlayerKey(event, recording)
    window.addEventListener('keydown', keydown)
    return () => window.removeEventListener('keydown', keydown)
  }, [recording])
}
