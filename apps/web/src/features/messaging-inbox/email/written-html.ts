export interface SentHtml {
  /** Left out where there is none. */
  signature?: string;
  /** Ids of the files that go with it. */
  files: string[];
}

/** HTML as it is sent: pictures in it are named by their files, and gone where those were taken out. */
export function htmlToSend(html: string, { signature, files }: SentHtml): string {
  const said = html.replace(/<img\b[^<>]*>/g, (image) => {
    const id = /\bdata-asset="([\w-]+)"/.exec(image)?.[1];
    if (id === undefined) return image;
    return files.includes(id) ? `<img src="cid:${id}">` : '';
  });
  return signature ? `${said}<div>${signature}</div>` : said;
}

/** Words that have no looks yet. */
export function htmlOfWords(words: string): string {
  if (words === '') return '';
  const paragraphs = escaped(words).split('\n\n');
  return paragraphs.map((each) => `<p>${each.replaceAll('\n', '<br>')}</p>`).join('');
}

/** What is quoted below an answer: of the page that we show, without what shows it. */
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

/** Each line of a text as a quote. */
export const quotedLines = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
