import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/**
 * Writes the database client with the parts of Prisma's command line. Runs as a separate program, so that its memory is
 * freed.
 */

// Node can't import their ES modules, which name files without endings.
const require = createRequire(import.meta.url)
/** @type {typeof import('@prisma/client-generator-ts')} */
const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts')
/** @type {typeof import('@prisma/internals')} */
const { getConfig, getDMMF } = require('@prisma/internals')

const FOLDER = path.resolve('prisma/schema')

const files = fs.readdirSync(FOLDER).filter((name) => name.endsWith('.prisma'))
/** @type {[file: string, text: string][]} */
const schema = files
  .map((name) => path.join(FOLDER, name))
  .sort()
  .map((file) => [file, fs.readFileSync(file, 'utf8')])
const { generators, datasources } = await getConfig({ datamodel: schema })
const [config, ...otherGenerators] = generators
if (!config?.output?.value) throw new Error(`${FOLDER} names no folder for the client`)

const generator = new PrismaClientTsGenerator()
const { requiresEngineVersion = '' } = await generator.getManifest(config)
await generator.generate({
  generator: { ...config, output: { fromEnvVar: null, value: path.resolve(FOLDER, config.output.value) } },
  otherGenerators,
  datasources,
  schemaPath: FOLDER,
  datamodel: schema.map(([, text]) => text).join('\n'),
  dmmf: await getDMMF({ datamodel: schema }),
  version: requiresEngineVersion,
  noHints: true,
})
