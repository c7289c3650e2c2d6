import { formatDay } from '@/components/format/format-day'
import type { KeyUseView } from '@/lib/accounts/api-keys/contract'
import { words } from './words'

/** The uses of each key by day, newest first. */
export function KeyUses({ uses }: { uses: readonly KeyUseView[] }) {
  return (
    <section aria-labelledby="key-uses" className="pt-12">
      <h2 id="key-uses" className="pb-4 text-lg font-semibold tracking-tight">
        {words.uses}
      </h2>
      {uses.length === 0 ? (
        <p className="text-soft">{words.noUses}</p>
      ) : (
        <table className="w-full text-sm">
          <thead className="sticky top-0 bg-raised text-start text-soft">
            <tr>
              <Head>{words.day}</Head>
              <Head>{words.key}</Head>
              <Head isNumber>{words.requests}</Head>
              <Head isNumber>{words.refused}</Head>
            </tr>
          </thead>
          <tbody>
            {uses.map((use) => (
              <tr key={`${use.date} ${use.key_id}`} className="border-t border-hairline">
                <td className="px-3 py-2 whitespace-nowrap">
                  <time dateTime={use.date}>{formatDay(use.date)}</time>
                </td>
                <td className="px-3 py-2 wrap-anywhere">{nameOf(use)}</td>
                <td className="px-3 py-2 text-end tabular-nums">{words.count(use.requests)}</td>
                <td className="px-3 py-2 text-end tabular-nums">{words.count(use.refused)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {uses.some(({ refused }) => refused > 0) && <p className="pt-3 text-sm text-soft">{words.refusedText}</p>}
    </section>
  )
}

function nameOf({ name, deleted }: KeyUseView): string {
  const shown = name ?? words.defaultKey
  return deleted ? words.deletedKey(shown) : shown
}

function Head({ isNumber = false, children }: { isNumber?: boolean; children: string }) {
  return <th className={`px-3 py-2 font-medium ${isNumber ? 'text-end' : 'text-start'}`}>{children}</th>
}
