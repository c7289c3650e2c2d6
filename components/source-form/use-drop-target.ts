import { useEffect, useEffectEvent, useState } from 'react'
import { isTyping } from '../is-typing'

/** Makes the whole page take dropped files and pasted links or files. Tells whether a file hovers over it. */
export function useDropTarget(onFile: (file: File) => void, onLink: (link: string) => void): boolean {
  const [hovering, setHovering] = useState(false)
  const takeFile = useEffectEvent(onFile)
  const takeLink = useEffectEvent(onLink)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    // Each element under the pointer enters and leaves for itself.
    let depth = 0
    const hover = (change: number) => {
      depth = Math.max(0, depth + change)
      setHovering(depth > 0)
    }
    const bearsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    window.addEventListener('dragenter', (event) => bearsFiles(event) && hover(1), { signal })
    window.addEventListener('dragleave', (event) => bearsFiles(event) && hover(-1), { signal })
    window.addEventListener('dragover', (event) => bearsFiles(event) && event.preventDefault(), { signal })
    const drop = (event: DragEvent) => {
      if (!bearsFiles(event)) return
      event.preventDefault()
      hover(-depth)
      const file = event.dataTransfer?.files[0]
      if (file) takeFile(file)
    }
    const paste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0]
      const text = event.clipboardData?.getData('text').trim()
      if (!file && (!text || isTyping(event.target))) return
      // It has been taken: the field that now has the focus should not take it again.
      event.preventDefault()
      if (file) takeFile(file)
      else if (text) takeLink(text)
    }
    window.addEventListener('drop', drop, { signal })
    window.addEventListener('paste', paste, { signal })
    return () => controller.abort()
  }, [])
  return hovering
}
