/** Files of docs/help/es by path; each contains Markdown. */
export const files: Record<string, string> = import.meta.glob('../../../../../../docs/help/es/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});
