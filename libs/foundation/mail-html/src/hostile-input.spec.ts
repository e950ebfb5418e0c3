import { readdirSync } from 'node:fs';
import { expectCheap, hostileTexts } from '@parley/testing/hostile-inputs';
import { foldQuotes, quoteMark } from './fold-html';
import { foldText } from './fold-text';
import { MAX_ADDRESS, MAX_CHARACTERS, MAX_STYLE } from './limits';
import { isMisleading, markLinks, targetOf } from './links';
import { placePictures } from './place-pictures';
import { headerOf } from './quote-headers';
import { isQuoteHeader, isSignature } from './quote-lines';
import { sanitiseMail } from './sanitise-mail';
import { cleanStyle, isColoured } from './styles';
import { textOfHtml } from './text-of-html';

const lines = [
  '\n',
  'a\n',
  '> a\n',
  'On ',
  'On a b wrote:\n',
  '-- \n',
  'From: <',
  'Op schreef',
  '在',
  'Sent: a\n',
  ' ',
  '-',
];
const markup = ['<', '<!--', '<style>', '<svg>', '</p>', '<b>', '<a href="', '<p style="', '&amp;', '"', ' '];
const clean = [
  '<a title="',
  ' data-host="x"',
  '<a x data-host="x">',
  '</a>',
  '<div>',
  '</div>',
  '<br />',
  ' ',
  ' data-quote="it"',
];
const styles = ['a:', ';', ' ', '!', 'width:1', 'font:a ', "'", '1', '.', ',', 'rgb('];

/** Functions of this library that read external text, with hostile tokens and the length of their longest input. */
const table: [string, (text: string) => unknown, string[], number][] = [
  ['foldText', foldText, lines, 40_000],
  ['headerOf', headerOf, lines, 100_000],
  ['isQuoteHeader', (text) => isQuoteHeader([text, text, text]), lines, 10_000],
  ['isSignature', isSignature, lines, 10_000],
  ['textOfHtml', textOfHtml, markup, 500_000],
  ['sanitiseMail', sanitiseMail, markup, 100_000],
  ['foldQuotes', foldQuotes, clean, 100_000],
  ['markLinks', markLinks, clean, 100_000],
  [
    'placePictures',
    (html) => placePictures({ html, inlined: [] }, {}),
    ['<img data-inline="', '1', '"', ' '],
    1_000_000,
  ],
  [
    'quoteMark',
    (text) => quoteMark('div', { class: text, id: text, style: text }),
    [...styles, 'x_'],
    100_000,
  ],
  ['targetOf', targetOf, ['http://', '@', '.', '/', '%', 'a', ':', ' '], MAX_ADDRESS],
  [
    'isMisleading',
    (text) => isMisleading(text, 'x.example'),
    ['a', '.', '-', '@', 'http://', ' ', 'a.'],
    1_000_000,
  ],
  ['cleanStyle', cleanStyle, styles, MAX_STYLE],
  ['isColoured', isColoured, styles, MAX_STYLE],
];

test.each(table)('%s takes linear time over hostile text', (_, read, tokens, length) => {
  for (const text of hostileTexts(tokens, length)) expectCheap(read, text);
});

test.each(markup)('sanitises the longest HTML of %j in linear time', (token) => {
  expectCheap(sanitiseMail, token.repeat(Math.floor(MAX_CHARACTERS / token.length)));
});

test('covers every function that the library exports', async () => {
  const covered = new Set(table.map(([name]) => name));
  // These take no external text: `sanitise` forwards to `sanitiseMail`, `deleteWithBody` takes a storage path.
  const exempt = new Set(['sanitise', 'deleteWithBody', 'isInlinePicture']);
  const files = readdirSync(__dirname).filter((file) => file.endsWith('.ts') && !file.includes('.spec.'));
  const missing: string[] = [];
  for (const file of files) {
    const exported = (await import(`./${file.slice(0, -3)}`)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) {
      const isFunction = typeof value === 'function' && !/^class /.test(value.toString());
      if (isFunction && !covered.has(name) && !exempt.has(name)) missing.push(`${file}: ${name}`);
    }
  }
  expect(missing).toEqual([]);
});
