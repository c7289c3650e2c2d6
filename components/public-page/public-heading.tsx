import { provenance } from '@/components/transcript-viewer/provenance'
import { SourceLink } from '@/components/transcript-viewer/source-link'
import { ViewerHeading } from '@/components/transcript-viewer/viewer-heading'
import type { PublicText } from './public-text'

/** What this is a transcript of, where its text comes from, and the way to the recording. */
export function PublicHeading({ text }: { text: PublicText }) {
  const { title, author, sourceUrl, platform, warnings } = text
  return (
    <ViewerHeading title={title}>
      <p dir="ltr" className="flex w-fit flex-wrap gap-x-3 pt-1 text-sm text-soft">
        <span>
          {author && (
            <>
              <bdi>{author}</bdi> ·{' '}
            </>
          )}
          {provenance(text)}
        </span>
        {sourceUrl && <SourceLink transcript={{ url: sourceUrl, platform }} seconds={null} />}
      </p>
      {warnings.map(({ code, detail }) => (
        <p key={code} dir="ltr" className="pt-2 text-sm text-soft">
          {detail}
        </p>
      ))}
    </ViewerHeading>
  )
}
