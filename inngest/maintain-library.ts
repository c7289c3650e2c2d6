import { carryOverCorrections } from '@/lib/archive/corrections/carry-over-corrections'
import { indexOlderTexts } from '@/lib/archive/search-index/index-older-texts'
import { mergeTallyChanges } from '@/lib/library/queries/tally-table'
import { purgeOrphanedTexts } from '@/lib/library/removal/purge-orphaned-texts'
import { inngest } from './client'

/** Every minute: library items that came and went are added to the counts. */
export const mergeTallyChangesEveryMinute = inngest.createFunction(
  { id: 'merge-tally-changes', retries: 1, triggers: { cron: '* * * * *' } },
  async ({ step }) => step.run('merge', mergeTallyChanges),
)

/** Every minute: texts that were stored without their words can be searched. */
export const indexOlderTextsEveryMinute = inngest.createFunction(
  { id: 'index-older-texts', retries: 1, triggers: { cron: '* * * * *' } },
  async ({ step }) => step.run('index', indexOlderTexts),
)

/** Every minute: corrections of texts that were stored anew are carried over, where the process that did so has not. */
export const carryOverCorrectionsEveryMinute = inngest.createFunction(
  { id: 'carry-over-corrections', retries: 1, triggers: { cron: '* * * * *' } },
  async ({ step }) => step.run('carry over', () => carryOverCorrections()),
)

/** Every five minutes: deletes texts that are in no library. */
export const purgeLeftTextsEveryFiveMinutes = inngest.createFunction(
  { id: 'purge-left-texts', retries: 1, triggers: { cron: '*/5 * * * *' } },
  async ({ step }) => step.run('purge', () => purgeOrphanedTexts()),
)
