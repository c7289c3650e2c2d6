import { HOW_TO_ADD_AN_ENGINE } from './better-engine-hint'
import type { SpeechEngine } from './engine'
import { createOpenaiEngine } from './openai-compatible'
import { createPocketsphinxEngine } from './pocketsphinx'

export type SpeechConfig = {
  engine: 'auto' | 'openai' | 'pocketsphinx'
  apiUrl?: string | undefined
  apiKey?: string | undefined
  apiModel: string
  /** Whether `auto` may fall back on the offline draft: good enough for one's own machine, not for other people. */
  allowDraft: boolean
}

type Choice = { engine: SpeechEngine } | { engine: null; reason: string }

async function ifAble(engine: SpeechEngine): Promise<Choice> {
  const able = await engine.capabilities()
  return able.ok ? { engine } : { engine: null, reason: able.reason }
}

/**
 * The speech engine to use, or null and a sentence that says what to do. `auto` takes the OpenAI-compatible server when
 * its address is set, else pocketsphinx when it is installed.
 */
export async function chooseEngine(config: SpeechConfig): Promise<Choice> {
  const { engine, apiUrl, apiKey, apiModel, allowDraft } = config
  if (engine === 'openai' && !apiUrl) {
    return { engine: null, reason: 'SPEECH_ENGINE is openai, but SPEECH_API_URL is not set. Set it, and start again.' }
  }
  if (apiUrl && engine !== 'pocketsphinx') return ifAble(createOpenaiEngine({ apiUrl, apiKey, apiModel }))
  if (engine === 'pocketsphinx') return ifAble(createPocketsphinxEngine())
  const offline = allowDraft ? await ifAble(createPocketsphinxEngine()) : null
  if (offline?.engine) return offline
  return {
    engine: null,
    reason: `No speech engine is set up. The easiest ways: ${HOW_TO_ADD_AN_ENGINE}; or, for a rough draft of English, "apt install pocketsphinx pocketsphinx-en-us".`,
  }
}
