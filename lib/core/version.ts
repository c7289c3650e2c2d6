/** The version that health, OpenAPI document and connector tell: that of package.json. */
export const VERSION = '0.1.0'
