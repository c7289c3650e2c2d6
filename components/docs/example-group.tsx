import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'
import { words as uiWords } from '@/components/ui/words'
import type { Example } from '@/lib/docs/page'
import { EXAMPLE_LANGUAGES } from './example-language'
import { words } from './words'

/** Which of a group is seen is a matter of its radio buttons alone: it works without a script. */
const SHOWN: Readonly<Record<string, string>> = {
  sh: 'hidden group-has-[[value=sh]:checked]/examples:block',
  ts: 'hidden group-has-[[value=ts]:checked]/examples:block',
  python: 'hidden group-has-[[value=python]:checked]/examples:block',
}

const PRE = 'overflow-x-auto px-4 py-3 font-mono text-xs leading-relaxed whitespace-pre print:whitespace-pre-wrap'

const COPY =
  'absolute top-0.5 right-1 inline-flex size-8 pointer-coarse:size-10 items-center justify-center rounded-md bg-sunken text-soft hover:text-ink noscript:hidden print:hidden data-copied:text-saved'

const ICON = 'size-4 fill-none stroke-current stroke-2 [stroke-linecap:round] [stroke-linejoin:round]'

function LanguageChoice({ examples, name, chosen }: { examples: readonly Example[]; name: string; chosen: string }) {
  const first = examples.find(({ language }) => language === chosen) ?? examples[0]
  return (
    <fieldset className="flex gap-3 border-b border-hairline pr-12 pl-4">
      <legend className="sr-only">{words.exampleLanguage}</legend>
      {examples.map(({ language, label }) => (
        <label key={language} className="-mb-px cursor-pointer">
          <input
            type="radio"
            name={name}
            value={language}
            defaultChecked={language === first?.language}
            data-example-language=""
            className="peer sr-only"
          />
          <span className="block rounded-t-sm border-b-2 border-transparent py-2 pointer-coarse:py-3 text-xs text-soft peer-checked:border-accent peer-checked:font-medium peer-checked:text-ink peer-focus-visible:outline-2 peer-focus-visible:outline-accent hover:text-ink">
            {label}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The icon `Copy` of Lucide, whose own component is the browser's and can't be part of finished HTML. */
function CopyIcon() {
  return (
    <svg viewBox="0 0 24 24" className={ICON} aria-hidden="true">
      <rect width="14" height="14" x="8" y="8" rx="2" ry="2" />
      <path d="M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2" />
    </svg>
  )
}

type Props = { examples: readonly Example[]; name: string; chosen: string }

hljs.registerLanguage('sh', bash)
hljs.registerLanguage('ts', typescript)
hljs.registerLanguage('python', python)
hljs.registerLanguage('json', json)

/** Code with its syntax in colour, coloured on the server: the browser gets only the styles in `app/docs/code.css`. */
function HighlightedCode({ code, language }: { code: string; language: string }) {
  if (!hljs.getLanguage(language)) return <code>{code}</code>
  const { value } = hljs.highlight(code, { language })
  // biome-ignore lint/security/noDangerouslySetInnerHtml: highlight.js escapes the code, which is of this repository
  return <code dangerouslySetInnerHTML={{ __html: value }} />
}

/** Something to run, in each language it is written in; `chosen` is the one shown first, if it is there. */
export function ExampleGroup({ examples, name, chosen }: Props) {
  const several = examples.length > 1
  const isCall = (language: string) => EXAMPLE_LANGUAGES.some((known) => known === language)
  return (
    <figure className="group/examples relative rounded-md border border-hairline bg-sunken print:break-inside-avoid">
      {several ? (
        <LanguageChoice examples={examples} name={name} chosen={chosen} />
      ) : (
        <figcaption className="border-b border-hairline py-2 pr-12 pl-4 text-xs text-soft">
          {examples[0]?.label}
        </figcaption>
      )}
      {examples.map(({ language, label, code }) => (
        <div key={language} className={several && isCall(language) ? SHOWN[language] : ''}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll sideways, also by the keyboard */}
          <pre tabIndex={0} className={PRE}>
            <HighlightedCode code={code} language={language} />
          </pre>
          <button type="button" data-copy="" aria-label={uiWords.copy(label)} title={words.copy} className={COPY}>
            <CopyIcon />
          </button>
        </div>
      ))}
    </figure>
  )
}
