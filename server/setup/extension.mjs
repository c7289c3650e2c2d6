import { checkNode } from './check-node.mjs'

/** `npm run extension`: builds the browser extension, as a folder to load and as a zip. */
checkNode()
const { runMain } = await import('./run-main.mjs')
const { prepare } = await import('./prepare.mjs')
const { buildExtension } = await import('./build/build-extension.mjs')

await runMain(async () => {
  await prepare(['packages'], console.log)
  const { folder, archive } = await buildExtension()
  console.log(`Load this folder in chrome://extensions: ${folder}`)
  console.log(`Packed ${archive}`)
  return 0
})
