import { Close } from '@radix-ui/react-dialog'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { LOCALE } from '@/components/format/locale'
import { problemOf } from '@/components/problem/problem-of'
import { Button } from '@/components/ui/button'
import { FormDialog } from '@/components/ui/form-dialog'
import { toast } from '@/components/ui/toast'
import { createClient } from '@/lib/api/client'
import { formatShortClock } from '@/lib/captions/clock'
import { listRevisions, type RevisionList, restoreRevision } from '@/lib/library/corrections/contract'
import { words } from './editor-words'

type Revision = RevisionList['revisions'][number]
type Props = { libraryItemId: string; open: boolean; onOpenChange: (open: boolean) => void }

const WHEN = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' })
const SHOWN_PLACES = 3

/** The corrections of a transcript, each with its texts before and after. Any earlier text can be restored. */
export function HistoryDialog({ libraryItemId: id, open, onOpenChange }: Props) {
  const { data, error } = useQuery({
    queryKey: ['revisions', id],
    queryFn: async ({ signal }) =>
      (await createClient()(listRevisions, { params: { id }, query: { limit: 100 } }, { signal })).body,
    enabled: open,
    gcTime: 0,
  })
  const restore = useRestore(id, () => onOpenChange(false))
  return (
    <FormDialog
      title={words.history}
      text={words.historyText}
      width="max-w-2xl"
      open={open}
      onOpenChange={onOpenChange}
    >
      {error && <p role="alert">{problemOf(error).detail}</p>}
      {data?.total === 0 && <p className="text-sm">{words.noHistory}</p>}
      {data && data.total > 0 && (
        <ol className="flex flex-col gap-4">
          {data.revisions.map((revision, at) => (
            <RevisionItem
              key={revision.number}
              revision={revision}
              onRestore={at === 0 || restore.isPending ? null : () => restore.mutate(revision.number)}
            />
          ))}
          <li className="flex items-center justify-between gap-3 border-t border-hairline pt-3">
            <span className="text-sm font-medium">{words.original}</span>
            <Button size="snug" disabled={restore.isPending} onClick={() => restore.mutate(0)}>
              {words.restoreOriginal}
            </Button>
          </li>
        </ol>
      )}
      <div className="flex justify-end">
        <Close asChild>
          <Button>{words.close}</Button>
        </Close>
      </div>
    </FormDialog>
  )
}

/** A correction, with the first of its places. `onRestore` is null for the text as it is now. */
function RevisionItem({ revision, onRestore }: { revision: Revision; onRestore: (() => void) | null }) {
  const { number, summary, created_at, changes, unplaced } = revision
  return (
    <li className="flex flex-col gap-2 border-t border-hairline pt-3">
      <div className="flex items-start justify-between gap-3">
        <p className="text-sm">
          <span className="font-medium">{summary}</span>
          <br />
          <time dateTime={created_at} className="text-soft">
            {WHEN.format(new Date(created_at))}
          </time>
        </p>
        {onRestore ? (
          <Button size="snug" onClick={onRestore} aria-label={words.restoreRevision(number)}>
            {words.restore}
          </Button>
        ) : (
          <span className="text-sm text-soft">{words.current}</span>
        )}
      </div>
      {changes.slice(0, SHOWN_PLACES).map(({ start, before, after }) => (
        <p key={`${start} ${before}`} dir="auto" className="text-sm wrap-anywhere">
          <span className="times pe-2 text-soft">{formatShortClock(Math.round(start * 1000))}</span>
          <del className="text-soft">{before}</del> <ins className="no-underline">{after}</ins>
        </p>
      ))}
      {unplaced.length > 0 && <p className="text-sm text-failed">{words.unplaced(unplaced.length)}</p>}
    </li>
  )
}

function useRestore(id: string, onRestored: () => void) {
  const router = useRouter()
  return useMutation({
    mutationFn: (number: number) => createClient()(restoreRevision, { params: { id, number } }),
    onSuccess: () => {
      toast.success(words.restored)
      router.refresh()
      onRestored()
    },
    onError: (error) => toast.error(problemOf(error).detail),
  })
}
