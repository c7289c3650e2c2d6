import { OFFERED_FORMATS } from '@/components/offered-formats'
import { words } from './words'

/** The text as a file, in five formats: plain links, for people, programs and search engines alike. */
export function PublicDownloads({ slug }: { slug: string }) {
  return (
    <nav aria-label={words.downloads} className="mt-6 border-t border-hairline pt-4 pb-10 print:hidden">
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {OFFERED_FORMATS.map(({ format, name, ending }) => (
          <li key={format}>
            <a
              href={`/t/${slug}${ending}`}
              download
              className="link inline-flex min-h-9 items-center text-soft hover:text-ink"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
