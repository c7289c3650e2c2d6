import fs from 'node:fs'
import path from 'node:path'
import { projectRoot } from './project-root.mjs'
import { SetupError } from './setup-error.mjs'
import { doStep } from './stamp.mjs'

const FOLDER = 'public/scripts'
const ENTRY = 'components/public-page/script/enhance-page.ts'

const STEP = {
  name: 'scripts',
  inputs: ['components', 'lib', 'tsconfig.json', 'package-lock.json', 'server/setup/build-scripts.mjs'],
  outputs: [`${FOLDER}/addresses.json`],
}

/**
 * Bundles the scripts of pages that do without React. A file is named by its content, so a browser may keep it for ever;
 * `addresses.json` tells the build of the pages what they are called.
 * @param {(line: string) => void} say
 */
export async function buildScripts(say) {
  await doStep(STEP, async () => {
    say('Bundling the scripts of pages …')
    const { build } = await import('esbuild')
    fs.rmSync(path.join(projectRoot, FOLDER), { recursive: true, force: true })
    try {
      const { metafile } = await build({
        absWorkingDir: projectRoot,
        entryPoints: { 'public-page': ENTRY },
        outdir: FOLDER,
        entryNames: '[name]-[hash]',
        chunkNames: '[name]-[hash]',
        bundle: true,
        splitting: true,
        minify: true,
        platform: 'browser',
        format: 'esm',
        // The browsers that Next's pages are made for.
        target: ['chrome111', 'edge111', 'firefox111', 'safari16.4'],
        alias: { '@': projectRoot },
        logLevel: 'error',
        metafile: true,
      })
      const [file] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === ENTRY) ?? []
      if (!file) throw new Error(`${ENTRY} became no file`)
      const addresses = { publicPage: file.replace('public/', '/') }
      fs.writeFileSync(path.join(projectRoot, FOLDER, 'addresses.json'), JSON.stringify(addresses))
    } catch (cause) {
      throw new SetupError('The scripts of pages could not be bundled.', { cause })
    }
  })
}
