import { useMutation } from '@tanstack/react-query'
import { formatCount } from '@/components/format/format-count'
import { problemOf } from '@/components/problem/problem-of'
import { toast } from '@/components/ui/toast'
import { type Replacement, replaceAll } from './editor-requests'
import { words } from './editor-words'
import type { Editing } from './use-editor'

type Replaced = { find: string; replace: string; wholeWords: boolean }

/**
 * Replaces words in the whole text in any case, as one revision, after what was edited is saved, and shows how often.
 * `afterwards` runs before that is shown.
 */
export function useReplace(
  libraryItemId: string,
  editing: Editing,
  afterwards: (replaced: Replaced) => Promise<unknown> = async () => undefined,
) {
  return useMutation({
    mutationFn: async (replaced: Replaced) => {
      const { find, replace, wholeWords } = replaced
      await editing.save()
      const replacement: Replacement = { find, replace, whole_words: wholeWords, case_sensitive: false }
      const count = await replaceAll(libraryItemId, replacement, editing.version())
      if (count > 0) await editing.reload()
      await afterwards(replaced)
      return count
    },
    onSuccess: (count) => toast.success(count === 0 ? words.notFound : words.replaced(formatCount(count))),
    onError: (error) => toast.error(problemOf(error).detail),
  })
}
