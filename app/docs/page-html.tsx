import { DocSection } from '@/components/docs/doc-section'
import type { ExampleLanguage } from '@/components/docs/example-language'
import { singletonPromise } from '@/lib/core/concurrency/singleton'
import { env } from '@/lib/core/env'
import type { Page } from '@/lib/docs/page'

/**
 * The sections of a page as HTML, made once in a process for each language of the examples, however often and by whomever the page
 * is asked for. React would go through the tens of thousands of elements of the API reference twice for each request.
 */
export function pageHtml(page: Page, chosen: ExampleLanguage): Promise<string> {
  return singletonPromise(`docs html ${env().baseUrl} ${page.slug} ${chosen}`, async () => {
    // Next refuses a static import of this module in a server component: React itself renders them there, for each request.
    const { renderToStaticMarkup } = await import('react-dom/server')
    return renderToStaticMarkup(
      page.sections.map((section) => <DocSection key={section.id} section={section} chosen={chosen} />),
    )
  })
}
