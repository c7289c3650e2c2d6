/** Endings of recordings, as a pattern: they select the files of a watched folder. A named file is sent whatever its ending. */
export const RECORDING =
  '3g[ap2]|aac|ac3|aif[cf]?|amr|asf|avi|caf|flac|flv|m2ts|m4[abv]|mk[av]|mov|mp[234]|mpe?g|mpga|mts|og[agv]|opus|spx|ts|vob|wav|w64|web[am]|wm[av]|wv'
