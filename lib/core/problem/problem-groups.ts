import type { ProblemCode } from './problem-table'

/** Problems of a link, found before its source is queried. */
export const LINK_PROBLEMS = ['invalid_url', 'blocked_url', 'unsupported_source'] satisfies ProblemCode[]

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
  'upstream_failed',
  'upstream_timeout',
] satisfies ProblemCode[]

export const RECORDING_PROBLEMS = [
  'file_too_large',
  'media_too_long',
  'unsupported_media',
  'invalid_media',
  'no_audio',
] satisfies ProblemCode[]
