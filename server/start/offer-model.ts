import { createInterface } from 'node:readline'
import { log } from '@/lib/core/log'
import { withOurCommands } from '@/lib/core/programs/our-command'
import type { SpeechModelView } from '@/lib/speech/contract'
import { actOnSpeechModel } from '@/lib/speech/downloads/act-on-speech-model'
import { listSpeechModels } from '@/lib/speech/downloads/list-speech-models'
import { isBetterEngine } from '@/lib/speech/engine-rank'
import { formatLanguages, inMegabytes } from './language-lines'

export type Terminal = {
  input: NodeJS.ReadableStream & { isTTY?: boolean; unref?: () => unknown }
  output: { isTTY?: boolean; write: (text: string) => unknown }
}

/** The best model that could be downloaded and would then make better text than the engine in use; null: there is none. */
async function findBetterModel(): Promise<SpeechModelView | null> {
  const { engine, models, unused_because: unused } = await listSpeechModels()
  const [best] = models
  if (!best || unused !== null || best.download !== null || best.state !== 'absent') return null
  const used = engine ?? { name: 'pocketsphinx', model: null }
  return isBetterEngine({ name: best.engine, model: best.name }, used, null) ? best : null
}

async function download(model: SpeechModelView, { output }: Terminal): Promise<void> {
  try {
    await actOnSpeechModel(model.name, 'start')
    output.write(
      withOurCommands(
        `Downloading ${model.title}. It continues after a restart. See its progress with: npm run models -- list\n`,
      ),
    )
  } catch (error) {
    output.write(`${error instanceof Error ? error.message : String(error)}\n`)
    log.debug('the offered model could not be downloaded', { error })
  }
}

/**
 * Asks at the first start in a terminal whether to download a better speech model. The service answers requests
 * meanwhile. Without a terminal nothing is asked.
 */
export async function offerModel(terminal: Terminal = { input: process.stdin, output: process.stdout }): Promise<void> {
  const { input, output } = terminal
  if (!input.isTTY || !output.isTTY) return
  const model = await findBetterModel()
  if (!model) return
  const { title, size_bytes: bytes, languages } = model
  output.write(`Download ${title} (${inMegabytes(bytes)}, ${formatLanguages(languages)}) for better text now? [y/N] `)
  const lines = createInterface({ input, terminal: false })
  input.unref?.()
  lines.once('line', (answer) => {
    lines.close()
    if (/^y(?:es)?$/i.test(answer.trim())) void download(model, terminal)
  })
}
