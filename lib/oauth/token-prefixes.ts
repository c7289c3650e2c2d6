/** What each kind of secret and id begins with, so that a scanner knows it, and none is taken for another. */
export const REFRESH_TOKEN_PREFIX = 'vbr_'
export const CODE_PREFIX = 'vbo_'
export const CLIENT_PREFIX = 'vbc_'
export const SECRET_PREFIX = 'vbs_'
