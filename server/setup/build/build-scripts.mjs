import fs from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'
import { SetupError } from '../setup-error.mjs'
import { loadCompiler } from './compiler.mjs'
import { doStep } from './stamp.mjs'

const FOLDER = 'public/scripts'
const ENTRY = 'components/public-page/script/enhance-page.ts'
/** Scripts that a page loads on demand. They are bundled separately: shared modules would split the page's own script. */
const LAZY = {
  'reading-aids': 'components/public-page/script/reading-aids.ts',
  'search-text': 'components/public-page/script/search-text.ts',
  'spoken-word': 'components/transcript-viewer/aids/spoken-word.ts',
}

const STEP = {
  name: 'scripts',
  inputs: ['components', 'lib', 'tsconfig.json', 'package-lock.json', 'server/setup/build/build-scripts.mjs'],
  outputs: [`${FOLDER}/addresses.json`],
}

/**
 * Bundles the scripts of pages without React. Files are named by their content, so browsers may cache them forever;
 * `addresses.json` lists their names for the build of the pages.
 * @param {(line: string) => void} say
 */
export async function buildScripts(say) {
  await doStep(STEP, async () => {
    say('Bundling the scripts of pages …')
    const { build } = await loadCompiler()
    fs.rmSync(path.join(projectRoot, FOLDER), { recursive: true, force: true })
    try {
      /** @param {Record<string, string>} entryPoints @param {Record<string, string>} define */
      const bundle = (entryPoints, define) =>
        build({
          absWorkingDir: projectRoot,
          entryPoints,
          define,
          external: ['/scripts/*'],
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
      const lazy = await bundle(LAZY, {})
      const { metafile } = await bundle(
        { 'public-page': ENTRY },
        {
          READING_AIDS_ADDRESS: JSON.stringify(addressOf(lazy.metafile, LAZY['reading-aids'])),
          SEARCH_TEXT_ADDRESS: JSON.stringify(addressOf(lazy.metafile, LAZY['search-text'])),
          SPOKEN_WORD_ADDRESS: JSON.stringify(addressOf(lazy.metafile, LAZY['spoken-word'])),
        },
      )
      const addresses = { publicPage: addressOf(metafile, ENTRY) }
      fs.writeFileSync(path.join(projectRoot, FOLDER, 'addresses.json'), JSON.stringify(addresses))
    } catch (cause) {
      throw new SetupError('The scripts of pages could not be bundled.', { cause })
    }
  })
}

/**
 * Where the file is served that an entry became.
 * @param {import('esbuild').Metafile} metafile
 * @param {string} entry
 */
function addressOf(metafile, entry) {
  const [file] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? []
  if (!file) throw new Error(`${entry} became no file`)
  return file.replace('public/', '/')
}
