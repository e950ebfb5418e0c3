/** Files of docs/help/en by path; each contains Markdown. */
export const files: Record<string, string> = import.meta.glob('../../../../../../docs/help/en/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});
