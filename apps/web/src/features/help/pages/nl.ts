/** Files of docs/help/nl by path; each contains Markdown. */
export const files: Record<string, string> = import.meta.glob('../../../../../../docs/help/nl/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});
