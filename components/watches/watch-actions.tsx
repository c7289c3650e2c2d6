import { useMutation } from '@tanstack/react-query'
import { ConfirmStep } from '@/components/confirm-step'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { Watch } from '@/lib/watches/contract'
import { titleOf } from './watch-facts'
import { requestCheck, requestPause, requestRemoval } from './watch-requests'
import { words } from './words'

type Props = { watch: Watch; onChanged: (watch: Watch) => void; onRemoved: () => void }

/** The actions on a watch: pause or resume it, check it now, delete it. */
export function WatchActions({ watch, onChanged, onRemoved }: Props) {
  const { id } = watch
  const title = titleOf(watch)
  const isPaused = watch.status === 'paused'
  const onError = (error: Error) => toast.error(problemOf(error).detail)
  const pause = useMutation({ mutationFn: () => requestPause(id, !isPaused), onSuccess: onChanged, onError })
  const check = useMutation({
    mutationFn: () => requestCheck(id),
    onSuccess: (changed) => {
      onChanged(changed)
      toast.success(words.checking)
    },
    onError,
  })
  const remove = async () => {
    await requestRemoval(id)
    toast.success(words.removed)
    onRemoved()
  }
  const busy = pause.isPending || check.isPending
  return (
    <div className="flex flex-wrap items-start gap-2">
      <Button
        disabled={busy}
        aria-label={isPaused ? words.resumeOf(title) : words.pauseOf(title)}
        onClick={() => pause.mutate()}
      >
        {isPaused ? words.resume : words.pause}
      </Button>
      {!isPaused && (
        <Button variant="quiet" disabled={busy} aria-label={words.checkOf(title)} onClick={() => check.mutate()}>
          {words.check}
        </Button>
      )}
      <ConfirmStep
        label={words.remove}
        fullLabel={words.removeOf(title)}
        variant="quiet"
        text={words.removeText}
        confirm={words.removeDo}
        keep={words.keep}
        work={remove}
      />
    </div>
  )
}
