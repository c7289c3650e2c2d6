import { NO_RECORDING } from '@/lib/sources/recognise/link-problems'
import type { SiteSource } from '../site-source'

/** All but the generic one, which would open any address that a page names. */
const EXTRACTORS = ['all', '-generic']

export const webSource: Omit<SiteSource, 'links' | 'probe'> = {
  hosts: 'public',
  ytDlp: {
    recordings: EXTRACTORS,
    lists: EXTRACTORS,
    failures: [
      {
        phrase: /Unsupported URL|No suitable extractor|is not a valid URL/,
        code: 'unsupported_source',
        detail: NO_RECORDING,
      },
      { phrase: /DRM/, code: 'source_drm_protected' },
      { phrase: /password|passcode/i, code: 'source_private' },
      {
        phrase: /HTTP Error 40[14]|HTTP Error 410|not found|does not exist|no longer available/i,
        code: 'source_not_found',
      },
      { phrase: /HTTP Error 403|blocked|captcha/i, code: 'upstream_blocked' },
      { phrase: /subscri(?:be|ption)|premium|members only/i, code: 'source_members_only' },
    ],
  },
}
