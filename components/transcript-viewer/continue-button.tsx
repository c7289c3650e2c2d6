import type { Transcript } from '@/lib/captions/transcript'
import { useRequestAgain } from './use-request-again'
import { words } from './words'

/** Goes on with a text that ends before its recording does, as far as the minutes that are left reach. */
export function ContinueButton({ transcript }: { transcript: Pick<Transcript, 'url' | 'requested_lang'> }) {
  const again = useRequestAgain()
  const { url, requested_lang: lang } = transcript
  return (
    <button
      type="button"
      disabled={again.busy}
      onClick={() => again.ask({ url, lang, partial: true })}
      className="rounded-sm font-medium text-accent underline-offset-4 hover:underline disabled:text-soft print:hidden"
    >
      {words.continue}
    </button>
  )
}
