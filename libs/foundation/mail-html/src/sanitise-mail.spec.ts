import { placePictures, type PictureAddresses } from './place-pictures';
import { sanitiseMail, type SanitisedMail } from './sanitise-mail';
import { vectors } from './testing/vectors';

const contentIds = new Set(['logo@1']);
const shown = (html: string, addresses: PictureAddresses = {}) => {
  const mail = sanitiseMail(html, contentIds);
  if (typeof mail === 'string') throw new Error(mail);
  return { ...mail, html: placePictures(mail, addresses) };
};

/** The elements that a sanitised mail may contain. */
const harmless =
  /^(p|br|div|span|strong|b|em|i|u|s|strike|del|ins|sub|sup|small|big|a|img|hr|blockquote|q|cite|pre|code|kbd|samp|tt|center|font|address|ul|ol|li|dl|dt|dd|h[1-6]|section|article|header|footer|main|table|caption|colgroup|col|tbody|thead|tfoot|tr|td|th|abbr|bdi|wbr|figure|figcaption|details|summary)$/;

describe('HTML that could run code or fetch', () => {
  test('the list has more than 300 examples', () => expect(vectors.length).toBeGreaterThan(300));

  test.each(vectors)('%s', (html) => {
    const { html: clean } = shown(`<p>before</p>${html}`);
    for (const [tag, name = '', attributes = ''] of clean.matchAll(/<\/?([^\s>/]+)([^>]*)>/g)) {
      expect(name).toMatch(harmless);
      for (const [, attribute = '', value = ''] of attributes.matchAll(/([^\s="]+)="([^"]*)"/g)) {
        expect(attribute).not.toMatch(/^(on|srcset|background|action|form|ping|id|class$|name)/);
        if (attribute === 'href') expect(value).toMatch(/^(https?|mailto|tel):/);
        if (attribute === 'src') expect(value).toMatch(/^data:image\/(png|jpeg|gif|webp);base64,/);
        if (attribute === 'style')
          expect(value).not.toMatch(/[\\@]|url|position|expression|\(.*\(|var|image/i);
        if (attribute === 'target') expect(value).toBe('_blank');
      }
      expect(tag.replace(/"[^"]*"/g, '')).not.toMatch(/["'`]/);
    }
  });

  test('a sanitised mail stays the same if it is sanitised again', () => {
    for (const html of vectors) {
      const once = shown(html).html;
      if (!/<details|data-blocked/.test(once)) expect(shown(once).html).toBe(once);
    }
  });
});

test('keeps words, lists, tables, colours and images of a newsletter', () => {
  const html =
    '<table width="600" cellpadding="0" bgcolor="#ffffff" style="width:600px;border:1px solid #ccc"><tbody><tr>' +
    '<td align="center" valign="top" style="padding:10px 20px;font-family:Arial, sans-serif;color:#333333">' +
    '<h1 style="font-size:24px">News</h1><ul><li>One</li></ul><font color="red" face="Arial" size="2">Now</font>' +
    '</td></tr></tbody></table>';
  expect(shown(html)).toEqual({ html, pictures: [], inlined: [], isDesigned: true });
});

test('shows a mail in the colours of the theme if it sets none', () => {
  expect(shown('<p style="font-size:14px">Hello</p>').isDesigned).toBe(false);
  expect(shown('<p style="color:#1f497d">Hello</p>').isDesigned).toBe(true);
});

describe('images', () => {
  const html =
    '<p>Hello <img src="https://shop.example/a.png" alt="Logo" width="90"> <img src="//cdn.example/b.png"></p>' +
    '<img src="https://spy.example/open.gif" width="1" height="1">';

  test('external images are listed and left out; invisible images are ignored', () => {
    const mail = shown(html);
    expect(mail.pictures).toEqual(['https://shop.example/a.png', '//cdn.example/b.png']);
    expect(mail.html).not.toContain('src=');
    expect(mail.html).toContain('alt="Logo"');
  });

  test('external images are fetched through the server once they are allowed', () => {
    const { html: allowed } = shown(html, { remote: (index) => `data:image/png;base64,${index}` });
    expect(allowed).toContain('src="data:image/png;base64,0"');
    expect(allowed).toContain('src="data:image/png;base64,1"');
    expect(allowed).not.toContain('example');
  });

  test('images that came with the mail are shown in place', () => {
    const inline = (id: string) => (id === 'logo@1' ? 'data:image/png;base64,aaaa' : undefined);
    const mail = shown('<img src="cid:logo%401" alt="Logo"><img src="cid:gone" alt="Gone">', { inline });
    expect(mail.html).toBe('<img src="data:image/png;base64,aaaa" alt="Logo" /><img alt="Gone" />');
    expect(mail.inlined).toEqual(['logo@1']);
  });
});

describe('links', () => {
  test.each([
    [
      'show no target if their text is their own host',
      '<a href="https://shop.example/a">shop.example</a>',
      null,
    ],
    ['show no target if their text is no address', '<a href="https://shop.example/a">our shop</a>', null],
    [
      'show no target if their text is part of their host',
      '<a href="https://www.shop.example/a">https://shop.example/a</a>',
      null,
    ],
    [
      'show their target if their text names another host',
      '<a href="https://evil.example/a">https://bank.example</a>',
      'evil.example',
    ],
    [
      'show their target if their text names another host in bold',
      '<a href="https://evil.example/a"><b>bank.example</b>/login</a>',
      'evil.example',
    ],
    [
      'show their target if another host stands before the @',
      '<a href="https://bank.example@evil.example/">www.bank.example</a>',
      'evil.example',
    ],
    [
      'show their target if their host has look-alike letters',
      '<a href="https://b\u0430nk.example">bank</a>',
      'xn--bnk-6cd.example',
    ],
    [
      'show their target if their text is turned around',
      '<a href="https://evil.example">\u202eelpmaxe.knab</a>',
      'evil.example',
    ],
  ])('links %s', (_, html, host) => {
    const told = /class="elsewhere"> → ([^<]*)</.exec(shown(html).html)?.[1] ?? null;
    expect(told).toBe(host);
  });

  test('links open in another tab and show their target', () => {
    expect(shown('<a href="https://shop.example/a" target="_top" title="Bank">x</a>').html).toBe(
      '<a href="https://shop.example/a" title="https://shop.example/a" rel="noopener noreferrer nofollow" target="_blank">x</a>',
    );
  });
});

describe('abnormal HTML', () => {
  test.each<[string, string, string]>([
    ['is refused with 200,000 nested elements', '<div>'.repeat(200_000), 'mail_too_deep'],
    ['is refused with 50,000 elements', '<b></b>'.repeat(50_000), 'mail_too_large'],
    ['is refused with 1,100,000 characters of text', 'a'.repeat(1_100_000), 'mail_too_large'],
    ['is refused with 5,000,000 characters', 'a'.repeat(5_000_000), 'mail_too_large'],
  ])('HTML %s', (_, html, reason) => expect(sanitiseMail(html)).toBe(reason));

  test('an empty mail is accepted', () =>
    expect(shown('')).toEqual({
      html: '',
      pictures: [],
      inlined: [],
      isDesigned: false,
    } satisfies SanitisedMail));

  test.each([
    ['brackets', '<'.repeat(300_000)],
    ['comments', '<!--'.repeat(200_000)],
    ['quotes in a style', `<p style="${"'".repeat(100_000)}">a</p>`],
    ['words in styles', `<p style="font:${'a '.repeat(1_900)}!">a</p>`.repeat(200)],
    ['headers without a body', '<p>From: a</p>'.repeat(10_000)],
    ['links', '<a href="https://a.example">'.repeat(200)],
  ])('HTML with very many %s is processed within a bounded time', (_, html) => {
    expect(sanitiseMail(html)).toBeDefined();
  });
});
