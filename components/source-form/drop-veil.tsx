import { words } from './words'

/** Lies over the page while a file hovers over it. */
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
