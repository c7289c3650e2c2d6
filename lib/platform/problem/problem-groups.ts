import type { ProblemCode } from './problem-table'

/** What may be wrong with a link before its source is asked. */
export const LINK_PROBLEMS = ['invalid_url', 'blocked_url', 'unsupported_source'] satisfies ProblemCode[]

/** What a source, or the way to it, may answer instead of a recording, captions or a list. */
export const SOURCE_PROBLEMS = [
  'source_not_found',
  'source_private',
  'source_login_required',
  'source_members_only',
  'source_age_restricted',
  'source_geo_blocked',
  'source_drm_protected',
  'source_live',
  'source_not_started',
  'upstream_blocked',
  'upstream_changed',
  'upstream_timeout',
] satisfies ProblemCode[]

/** What may be wrong with a recording once it is there. */
export const RECORDING_PROBLEMS = [
  'file_too_large',
  'media_too_long',
  'unsupported_media',
  'invalid_media',
  'no_audio',
] satisfies ProblemCode[]
