import { foldText } from './fold-text';
import { sanitiseMail } from './sanitise-mail';

/** Sanitises HTML and returns the text outside and inside its folded quotes. */
function folded(html: string, contentIds?: string[]) {
  const mail = sanitiseMail(html, new Set(contentIds));
  if (typeof mail === 'string') throw new Error(mail);
  const quoted = [
    ...mail.html.matchAll(/<details class="quoted"><summary>•••<\/summary>([\s\S]*?)<\/details>/g),
  ];
  return {
    open: words(quoted.reduce((rest, [all]) => rest.replace(all, ''), mail.html)),
    quoted: quoted.map(([, inside]) => words(inside ?? '')),
  };
}
const words = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('HTML', () => {
  test.each(['cid:logo', 'https://x.example/a.png', 'data:image/png;base64,iVBORw0KGgo='])(
    'folds the quote below a reply that consists of the image %s',
    (src) => {
      const html = `<div><img src="${src}"></div><blockquote type="cite">Hi</blockquote>`;
      expect(folded(html, ['logo'])).toMatchObject({ quoted: ['Hi'] });
    },
  );

  test.each([
    [
      'Gmail',
      'Hello<br><div class="gmail_quote">On Monday Ana wrote:<br><blockquote class="gmail_quote">Hi</blockquote></div>',
    ],
    [
      'Apple Mail',
      '<div>Hello<br><blockquote type="cite"><div>On Monday Ana wrote:</div>Hi</blockquote></div>',
    ],
    [
      'Thunderbird',
      '<p>Hello</p><div class="moz-cite-prefix">On Monday Ana wrote:<br></div>\n<blockquote type="cite">Hi</blockquote>',
    ],
    ['Yahoo', '<div>Hello</div><div class="yahoo_quoted">On Monday Ana wrote: Hi</div>'],
    ['Proton', '<div>Hello</div><div class="protonmail_quote">On Monday Ana wrote: Hi</div>'],
    [
      'Outlook on the web',
      '<div>Hello</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg">On Monday Ana wrote:</div><div>Hi</div>',
    ],
    [
      'Outlook',
      '<div><p>Hello</p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p>On Monday Ana wrote:</p></div><p>Hi</p></div>',
    ],
    ['Hotmail', '<div>Hello<div><hr id="stopSpelling">On Monday Ana wrote:<br>Hi</div></div>'],
  ])('folds the quote of %s', (_, html) => {
    expect(folded(html)).toEqual({ open: 'Hello', quoted: ['On Monday Ana wrote: Hi'] });
  });

  test.each([
    [
      'Outlook',
      '<p><b><span>From:</span></b> Ana<br><b>Sent:</b> Monday<br><b>To:</b> Bo<br><b>Subject:</b> A</p>',
    ],
    ['Outlook in Dutch', '<p><b>Van:</b> Ana<br><b>Verzonden:</b> maandag<br><b>Aan:</b> Bo</p>'],
    ['Outlook in Spanish', '<p><b>De:</b> Ana<br><b>Enviado el:</b> lunes<br><b>Para:</b> Bo</p>'],
    ['AOL', '<div>-----Original Message-----<br>From: Ana<br>Sent: Monday</div>'],
  ])('folds everything from the header lines of %s on', (_, header) => {
    const { open, quoted } = folded(`<div class="WordSection1"><p>Hello</p>${header}<p>Hi</p></div>`);
    expect(open).toBe('Hello');
    expect(quoted).toHaveLength(1);
    expect(quoted[0]).toMatch(/Hi$/);
  });

  test('folds each quote around and between replies', () => {
    const html =
      '<blockquote type="cite">Red or blue?</blockquote><p>Blue.</p><blockquote type="cite">When?</blockquote><p>Now.</p>';
    expect(folded(html)).toEqual({ open: 'Blue. Now.', quoted: ['Red or blue?', 'When?'] });
  });

  test('folds nothing in a mail that consists of quotes only', () => {
    expect(folded('<div class="gmail_quote">Hi</div><br>')).toEqual({ open: 'Hi', quoted: [] });
    expect(folded('<p>From: Ana<br>Sent: Monday</p><p>Hi</p>').quoted).toEqual([]);
  });

  test('does not fold an ordinary sentence that contains the words of a header', () => {
    expect(folded('<p>It came from: Ana. Sent: never.</p><p>From: here to there</p>').quoted).toEqual([]);
  });

  test('keeps both parts well formed', () => {
    const mail = sanitiseMail(
      '<div><table><tr><td><p>Hello</p><hr id="stopSpelling"><p>Hi</p></td></tr></table></div>',
    );
    expect(typeof mail !== 'string' && mail.html).toBe(
      '<div><table><tr><td><p>Hello</p></td></tr></table></div><details class="quoted"><summary>•••</summary>' +
        '<div><table><tr><td><hr /><p>Hi</p></td></tr></table></div></details>',
    );
  });
});

describe('plain text', () => {
  test.each([
    ['Gmail', 'Hello\n\nOn Mon, Apr 2, 2012 at 6:26 PM, Ana <ana@x.example> wrote:\n\n> Hi\n'],
    ['Apple Mail', 'Hello\n\nOn Apr 3, 2012, at 4:19 PM, bob wrote:\n\n> Hi'],
    [
      'Yahoo',
      'Hello\n\n\n----- Original Message -----\nFrom: "a@x.example" <a@x.example>\nTo: b@x.example\nCc: \nSent: Monday\nSubject: Test\n\nHi',
    ],
    [
      'Outlook',
      'Hello\n\nFrom: a@x.example [mailto:a@x.example]\nSent: March-09-12 4:22 PM\nTo: Test\nSubject: Hi\n\nHi',
    ],
    [
      'AOL',
      'Hello\n\n-----Original Message-----\nFrom: bob <bob@x.example>\nTo: a <a@x.example>\nSent: Mon\n\nHi',
    ],
    ['Dutch', 'Hello\n\nOp ma 2 apr. 2012 om 18:26 schreef Ana <ana@x.example>:\n\n> Hi'],
    ['Spanish', 'Hello\n\nEl lun, 2 abr 2012 a las 18:26, Ana (<ana@x.example>) escribió:\n\n> Hi'],
  ])('folds the quote of %s', (_, text) => {
    const { text: open, quoted } = foldText(text);
    expect(open).toBe('Hello');
    expect(quoted).toMatch(/Hi$/);
  });

  test('folds nothing if there are replies between the quotes', () => {
    const text = '> Red or blue?\nBlue.\n> When?\nNow.';
    expect(foldText(text)).toEqual({ text, quoted: '' });
  });

  test('folds nothing in a text that consists of quotes only', () => {
    expect(foldText('> Hi\n> there').quoted).toBe('');
    expect(foldText('')).toEqual({ text: '', quoted: '' });
  });

  test('does not fold a signature if there is no quote', () => {
    expect(foldText('Hello\n\nSent from my iPhone').quoted).toBe('');
  });

  test('keeps a long line', () => {
    const long = 'a'.repeat(5_000);
    expect(foldText(`${long}\n\nOn Apr 3, 2012, at 4:19 PM, bob wrote:\n\n> Hi`).text).toBe(long);
  });

  test.each([
    ['Op', 'Op \n'.repeat(10_000)],
    ['在', '在 写道 '.repeat(6_000)],
    ['Am', `${'Am schrieb < '.repeat(20)}\n`.repeat(150)],
    ['From', 'From: a\n'.repeat(5_000)],
  ])('processes text in a bounded time that could take long (%s)', (_, text) =>
    expect(foldText(text).text).not.toBe(''),
  );
});
