export interface DocumentParts {
  /** HTML that the server has sanitised. */
  html: string;
  isDesigned: boolean;
  isDark: boolean;
  language: string;
  /** Label of a folded quote. */
  quoted: string;
  /** The only origin from which pictures may load. */
  origin: string;
}

/**
 * The document for the frame that shows an e-mail. Even content that the server's sanitiser missed can neither run
 * nor fetch anything: the frame's sandbox forbids scripts, and the policy allows only pictures of Parley's own
 * origin.
 */
export function mailDocument({ html, isDesigned, isDark, language, quoted, origin }: DocumentParts): string {
  const policy = `default-src 'none'; img-src ${origin} data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'`;
  // An e-mail that sets colours was designed for a white background and gets one in dark mode, too; its colours are
  // not inverted.
  const [ink, paper, link] =
    isDark && !isDesigned ? ['#e6e7ea', 'transparent', '#8f9dff'] : ['#1b1c1f', '#fff', '#3b4fd8'];
  const scheme = isDark && !isDesigned ? 'dark' : 'light';
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escaped(quoted)}</title><style>
:root{color-scheme:${scheme}}
html{background:${paper}}
body{margin:0;padding:${isDesigned ? '8px' : '0'};color:${ink};font:14px/1.5 Inter,system-ui,sans-serif;overflow-wrap:anywhere;overflow-x:auto}
body>:first-child{margin-top:0}body>:last-child{margin-bottom:0}
img{max-width:100%}img[width]{height:auto}img[data-blocked]{display:inline-block;min-width:16px;min-height:16px;border:1px dashed #9da1a9;border-radius:4px;vertical-align:middle}
a{color:${link}}.elsewhere{font-size:12px;padding:0 4px;border-radius:4px;background:#fff1d6;color:#7a4400}
pre{white-space:pre-wrap}blockquote{margin:0 0 0 4px;padding-left:12px;border-left:2px solid #9da1a9}
details.quoted{margin-top:8px}details.quoted>summary{list-style:none;display:inline-block;padding:0 10px;border-radius:6px;background:${isDark && !isDesigned ? '#2a2c31' : '#ededef'};color:${ink};cursor:pointer;line-height:18px;font-weight:600}
details.quoted>summary::-webkit-details-marker{display:none}summary:focus-visible{outline:2px solid ${link};outline-offset:2px}
@media print{details.quoted>summary{display:none}}
</style></head><body>${html.replaceAll('<summary>•••</summary>', `<summary aria-label="${escaped(quoted)}" title="${escaped(quoted)}">•••</summary>`)}</body></html>`;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
