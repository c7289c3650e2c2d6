import { useEffect, useEffectEvent, useState } from 'react'
import { isInText } from '@/components/shortcut-key'
import { words } from './words'

/** Makes the whole page accept dropped files and pasted links or files. Returns whether files hover over it. */
export function useDropTarget(onFiles: (files: readonly File[]) => void, onLink: (link: string) => void): boolean {
  const [hovering, setHovering] = useState(false)
  const takeFiles = useEffectEvent(onFiles)
  const takeLink = useEffectEvent(onLink)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    // Every element under the pointer fires its own enter and leave events.
    let depth = 0
    const hover = (change: number) => {
      depth = Math.max(0, depth + change)
      setHovering(depth > 0)
    }
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    window.addEventListener('dragenter', (event) => hasFiles(event) && hover(1), { signal })
    window.addEventListener('dragleave', (event) => hasFiles(event) && hover(-1), { signal })
    window.addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault(), { signal })
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      hover(-depth)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0) takeFiles(files)
    }
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      const text = event.clipboardData?.getData('text').trim()
      if (files.length === 0 && (!text || isInText(event))) return
      // Otherwise the field that gets the focus would be pasted into as well.
      event.preventDefault()
      if (files.length > 0) takeFiles(files)
      else if (text) takeLink(text)
    }
    window.addEventListener('drop', drop, { signal })
    window.addEventListener('paste', paste, { signal })
    return () => controller.abort()
  }, [])
  return hovering
}

/** Covers the page while files hover over it. */
export function DropVeil({ shown }: { shown: boolean }) {
  if (!shown) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-50 flex items-center justify-center bg-paper/90 p-6">
      <p className="flex size-full items-center justify-center rounded-md border-2 border-dashed border-accent text-xl font-medium text-accent">
        {words.drop}
      </p>
    </div>
  )
}
