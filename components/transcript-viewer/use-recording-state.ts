import { useEffect, useState } from 'react'
import { AT_REST, type Recording } from './recording'

/** What a recording is doing, as it changes. */
export function useRecordingState(recording: Recording | null) {
  const [state, setState] = useState(AT_REST)
  useEffect(() => {
    if (!recording) return setState(AT_REST)
    const update = () => setState(recording.state())
    // It may have loaded, or failed, before this page came alive.
    update()
    return recording.subscribe(update)
  }, [recording])
  return state
}
