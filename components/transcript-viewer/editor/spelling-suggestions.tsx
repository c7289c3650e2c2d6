import { useQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { fetchSuggestions } from './editor-requests'
import { words } from './editor-words'
import type { Editing } from './use-editor'
import { useReplace } from './use-replace'

/** More are offered once the first are done. */
const MOST_SHOWN = 5

/** The words that are not spelled as in the account's vocabulary, each with a button that corrects it. */
export function SpellingSuggestions({ libraryItemId, editing }: { libraryItemId: string; editing: Editing }) {
  const { data, refetch } = useQuery({
    queryKey: ['suggestions', libraryItemId],
    queryFn: () => fetchSuggestions(libraryItemId),
    staleTime: 0,
  })
  const correct = useReplace(libraryItemId, editing, () => refetch())
  if (!data || data.length === 0) return null
  return (
    <section
      aria-label={words.suggestions}
      className="flex flex-col gap-2 rounded-md border border-hairline bg-raised p-3"
    >
      <h2 className="text-sm font-medium">{words.suggestions}</h2>
      <ul className="flex flex-col gap-1">
        {data.slice(0, MOST_SHOWN).map(({ find, replace, count }) => (
          <li key={`${find}\n${replace}`} className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
            <span className="wrap-anywhere text-soft">{words.suggestion(find, replace, count)}</span>
            <Button
              size="small"
              disabled={correct.isPending || editing.state === 'conflict'}
              aria-label={words.correctSpelling(find, replace)}
              onClick={() => correct.mutate({ find, replace, wholeWords: true })}
            >
              {words.correct}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
