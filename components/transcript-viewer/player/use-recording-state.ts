import { useEffect, useState } from 'react'
import { AT_REST, type Recording } from './recording'

/** The state of a recording, kept up to date. */
export function useRecordingState(recording: Recording | null) {
  const [state, setState] = useState(AT_REST)
  useEffect(() => {
    if (!recording) return setState(AT_REST)
    const update = () => setState(recording.state())
    // The media may have loaded, or failed, before React took the page over.
    update()
    return recording.subscribe(update)
  }, [recording])
  return state
}
