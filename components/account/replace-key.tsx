import { Button } from '@/components/ui/button'

type Props = { prefix: string; busy: boolean; onReplace: () => void; onKeep: () => void }

/** Asks once more, because whatever uses the key stops working. */
export function ReplaceKey({ prefix, busy, onReplace, onKeep }: Props) {
  return (
    <fieldset className="mt-6 rounded-md border border-outline p-4">
      <legend className="px-1 font-medium">Replace this key?</legend>
      <p className="max-w-[68ch] pb-4">
        Programs that use <code className="font-mono text-sm">{prefix}</code> are refused from that moment, until you
        give them the new key. Connected assistants, devices and browsers go on working.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" autoFocus disabled={busy} onClick={onReplace}>
          Replace it
        </Button>
        <Button disabled={busy} onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </fieldset>
  )
}
