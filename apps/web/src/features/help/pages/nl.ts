/** Files of docs/help in this language, by path. */
export const files: Record<string, string> = import.meta.glob('../../../../../../docs/help/nl/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});
