import { expect, test } from 'vitest'
import { withOurCommands } from './our-command'

const COMMANDS: [string, string][] = [
  ['List all with: npm run -s user -- list', 'List all with: verbatim user list'],
  ['"npm run models -- list" shows them.', '"verbatim models list" shows them.'],
  ['For another link: npm run -s cli -- open', 'For another link: verbatim open'],
  ['Run "npm run stripe:check" after each change.', 'Run "verbatim stripe-check" after each change.'],
  ['npm run restore -- FOLDER [--partial]', 'verbatim restore FOLDER [--partial]'],
  ['choose another: npm start -- --port 3001', 'choose another: verbatim start --port 3001'],
  ['Run "npm start".', 'Run "verbatim start".'],
  ['Install it: npm ci', 'Install it: npm ci'],
]

test.each(COMMANDS)('"%s" names the command of an installed package', (text, inPackage) => {
  expect(withOurCommands(text, true)).toBe(inPackage)
})

test.each(COMMANDS)('"%s" stays as it is in a clone of the sources', (text) => {
  expect(withOurCommands(text)).toBe(text)
})
