import { html, type Html } from '@parley/platform/html/html';

/** What a mail looks like. Mail programs know neither style sheets nor much of CSS. */
export function mailPage(language: string, paragraphs: (string | Html)[]): string {
  const body = paragraphs.map(
    (paragraph) =>
      html`<p style="margin:0 0 16px;font:15px/24px Helvetica,Arial,sans-serif;color:#1b1c1f">
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

/** The one thing that a mail asks to be done. */
export function mailButton(label: string, link: string): Html {
  return html`<a
    href="${link}"
    style="display:inline-block;padding:12px 20px;border-radius:6px;background:#3b4fd8;color:#ffffff;font-weight:600;text-decoration:none"
    >${label}</a
  >`;
}

/** What a mail says at its end. */
export function mailSmallPrint(text: string): Html {
  return html`<span style="color:#5f636b;font-size:13px">${text}</span>`;
}
