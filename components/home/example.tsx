import { Tabs } from '@/components/ui/tabs'
import type { Segment } from '@/lib/captions/cue'
import { renderJson } from '@/lib/captions/formats/json/json'
import { renderMarkdown } from '@/lib/captions/formats/markdown/markdown'
import { renderSrt } from '@/lib/captions/formats/srt/srt'
import { renderWebvtt } from '@/lib/captions/formats/webvtt/webvtt'
import { ExampleReader } from './example-reader'
import { words } from './words'

/** The transcript of the bundled speech (John F. Kennedy's inaugural address, 1961). */
const SEGMENTS: readonly Segment[] = [
  { startMs: 330, endMs: 2300, text: 'And so, my fellow Americans,' },
  { startMs: 3290, endMs: 4450, text: 'ask not' },
  { startMs: 5400, endMs: 7700, text: 'what your country can do for you,' },
  { startMs: 8190, endMs: 10600, text: 'ask what you can do for your country.' },
]

function Document({ text }: { text: string }) {
  return (
    <pre className="rounded-md border border-hairline bg-sunken px-4 py-3 font-mono text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap">
      {text.trimEnd()}
    </pre>
  )
}

/** An example of a result: the bundled speech to read and to hear, and in each format. */
export function Example() {
  const { segments } = renderJson(SEGMENTS, { lang: 'en' })
  const lines = segments.map(({ start, end, text }) => ({ start, end, text }))
  const title = words.speech
  const documents = [
    { name: 'srt', label: 'SRT', text: renderSrt(SEGMENTS) },
    { name: 'vtt', label: 'WebVTT', text: renderWebvtt(SEGMENTS) },
    { name: 'markdown', label: 'Markdown', text: renderMarkdown(SEGMENTS, { title, lang: 'en' }) },
    { name: 'json', label: 'JSON', text: JSON.stringify(segments, null, 2) },
  ]
  return (
    <Tabs
      label={words.example}
      tabs={[
        {
          name: 'read',
          label: words.toRead,
          content: (
            <ExampleReader lines={lines} title={title}>
              {words.speechText}
            </ExampleReader>
          ),
        },
        ...documents.map(({ name, label, text }) => ({ name, label, content: <Document text={text} /> })),
      ]}
    />
  )
}
