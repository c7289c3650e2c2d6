import { Sentence } from '@/components/sentence'
import { Button } from '@/components/ui/button'
import { words } from './words'

type Props = { prefix: string; busy: boolean; onReplace: () => void; onKeep: () => void }

/** Asks once more, because whatever uses the key stops working. */
export function ReplaceKey({ prefix, busy, onReplace, onKeep }: Props) {
  return (
    <fieldset className="mt-6 rounded-md border border-outline p-4">
      <legend className="px-1 font-medium">{words.replaceAsk}</legend>
      <p className="max-w-[68ch] pb-4">
        <Sentence parts={words.replaceText(<code className="font-mono text-sm">{prefix}</code>)} />
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" autoFocus disabled={busy} onClick={onReplace}>
          {words.replace}
        </Button>
        <Button disabled={busy} onClick={onKeep}>
          {words.keep}
        </Button>
      </div>
    </fieldset>
  )
}
