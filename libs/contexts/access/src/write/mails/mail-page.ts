import { html, type Html } from '@parley/platform/html/html';

/**
 * Builds the HTML of a mail, with inline styles and few CSS properties, because mail programs support little else.
 */
export function mailPage(language: string, paragraphs: (string | Html | MailTable)[]): string {
  const body = paragraphs.map((paragraph) =>
    paragraph instanceof MailTable
      ? paragraph.html
      : html`<p style="margin:0 0 16px;font:15px/24px Helvetica,Arial,sans-serif;color:#1b1c1f">
          ${paragraph}
        </p>`,
  );
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
      </head>
      <body style="margin:0;padding:32px 16px;background:#f6f6f7">
        <div
          style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e4e4e7;border-radius:12px"
        >
          <p style="margin:0 0 24px;font:600 16px/24px Helvetica,Arial,sans-serif;color:#3b4fd8">Parley</p>
          ${body}
        </div>
      </body>
    </html>`.markup;
}

/** The HTML of the button for the action that a mail requests. */
export function mailButton(label: string, link: string): Html {
  return html`<a
    href="${link}"
    style="display:inline-block;padding:12px 20px;border-radius:6px;background:#3b4fd8;color:#ffffff;font-weight:600;text-decoration:none"
    >${label}</a
  >`;
}

/** The HTML of the small text at the end of a mail. */
export function mailSmallPrint(text: string | Html): Html {
  return html`<span style="color:#5f636b;font-size:13px">${text}</span>`;
}

/** A table in a mail; the first column contains the headings of the rows. */
export class MailTable {
  readonly html: Html;

  constructor(head: string[], rows: string[][]) {
    const cell = (text: string, index: number) =>
      html`<td
        style="padding:4px 8px 4px 0;border-bottom:1px solid #e4e4e7;${index === 0 ? 'text-align:left' : 'text-align:right'}"
      >
        ${text}
      </td>`;
    const title = (text: string, index: number) =>
      html`<th
        scope="col"
        style="padding:4px 8px 4px 0;font-weight:400;color:#5f636b;${index === 0 ? 'text-align:left' : 'text-align:right'}"
      >
        ${text}
      </th>`;
    this.html = html`<table
      style="width:100%;margin:0 0 24px;border-collapse:collapse;font:13px/20px Helvetica,Arial,sans-serif;color:#1b1c1f"
    >
      <thead>
        <tr>
          ${head.map(title)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map(cell)}
            </tr>`,
        )}
      </tbody>
    </table>`;
  }
}
