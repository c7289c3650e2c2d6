import fs from 'node:fs'
import path from 'node:path'
import { checkNode } from './check-node.mjs'

/** `npm run package`: builds what is not up to date, and packs the service as a tarball that starts with `npx`. */
checkNode()
const { packService } = await import('./package/pack-service.mjs')
const { prepare } = await import('./prepare.mjs')
const { projectRoot } = await import('./project-root.mjs')
const { runMain } = await import('./run-main.mjs')

await runMain(async () => {
  process.chdir(projectRoot)
  await prepare(['packages', 'client', 'server', 'cli', 'pages'], console.error)
  console.error('Packing the service …')
  const folder = path.join(projectRoot, 'dist', 'package')
  fs.rmSync(folder, { recursive: true, force: true })
  const { tarball, contents } = await packService(folder)
  fs.rmSync(contents, { recursive: true })
  const megabytes = (fs.statSync(tarball).size / 1e6).toFixed(1)
  console.error(`Packed ${megabytes} MB. Start it with: npx ./${path.relative(projectRoot, tarball)}`)
  console.log(path.relative(projectRoot, tarball))
  return 0
})
