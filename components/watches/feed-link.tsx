import { CodeBlock } from '@/components/ui/code-block'
import { words } from './words'

/** The secret link of a feed of results, shown this once. */
export function FeedLink({ link, title }: { link: string; title: string }) {
  return (
    <section aria-labelledby="feed-link" className="flex flex-col gap-3 rounded-md border border-outline bg-raised p-5">
      <h2 id="feed-link" className="font-semibold tracking-tight wrap-anywhere">
        {words.feed(title)}
      </h2>
      <p className="max-w-[68ch] text-sm text-soft">{words.feedText}</p>
      <CodeBlock label={words.feedLink} code={link} />
    </section>
  )
}
