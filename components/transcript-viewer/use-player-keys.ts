import { useEffect } from 'react'
import { handlePlayerKey } from './handle-player-key'
import type { Recording } from './recording'

/** Lets the keys play a recording, wherever on the page they are pressed. */
export function usePlayerKeys(recording: Recording | null): void {
  useEffect(() => {
    if (!recording) return
    const keydown = (event: KeyboardEvent) => handlePlayerKey(event, recording)
    window.addEventListener('keydown', keydown)
    return () => window.removeEventListener('keydown', keydown)
  }, [recording])
}
