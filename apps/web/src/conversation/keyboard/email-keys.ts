/**
 * Bindings of the e-mail inbox, which override the inbox's own. `prioritise` has no key here, because `p` shows
 * images.
 */
export const emailKeys = {
  replySender: ['R'],
  forward: ['f'],
  pictures: ['p'],
  quote: ['q'],
  source: ['v'],
  openAll: ['o'],
  prioritise: [],
} as const;

declare module './commands' {
  interface FeatureCommands {
    email: keyof typeof emailKeys;
  }
}
