export interface SentHtml {
  /** HTML of the signature; missing for an unsigned e-mail. */
  signature?: string;
  /** Ids of the attached files. */
  files: string[];
}

/**
 * Converts the editor's HTML for sending: pictures refer to their files by id, and pictures whose files were removed
 * are dropped.
 */
export function htmlToSend(html: string, { signature, files }: SentHtml): string {
  const said = html.replace(/<img\b[^<>]*>/g, (image) => {
    const id = /\bdata-asset="([\w-]+)"/.exec(image)?.[1];
    if (id === undefined) return image;
    return files.includes(id) ? `<img src="cid:${id}">` : '';
  });
  return signature ? `${said}<div>${signature}</div>` : said;
}

/** Converts plain text to HTML paragraphs. */
export function htmlOfWords(words: string): string {
  if (words === '') return '';
  const paragraphs = escaped(words).split('\n\n');
  return paragraphs.map((each) => `<p>${each.replaceAll('\n', '<br>')}</p>`).join('');
}

/**
 * The HTML of an e-mail as a quote below an answer: without the elements that are only for display, such as folding.
 */
export function quotable(html: string): string {
  return html
    .replace(/<details class="quoted"><summary>•••<\/summary>/g, '<div>')
    .replaceAll('</details>', '</div>')
    .replace(/<img\b[^<>]*>/g, '')
    .replace(/<span class="elsewhere">[^<]*<\/span>/g, '');
}

export function escaped(words: string): string {
  return words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Prefixes each line with `> `. */
export const quotedLines = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
