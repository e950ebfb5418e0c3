/** Keys of the inbox of e-mail: they take the place of others there. */
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
