import EmailReplyParser from 'email-reply-parser';
import { foldText } from './fold-text';
import { headerOf } from './quote-headers';

/** Splits a short text by the patterns of email-reply-parser, which are quadratic. */
function foldByParser(text: string): { text: string; quoted: string } {
  const all = { text, quoted: '' };
  const header = headerOf(text);
  const parts = new EmailReplyParser().read(text.slice(0, header)).getFragments();
  const kept = parts.findLastIndex((part) => !part.isHidden() && !part.isEmpty()) + 1;
  const first = parts.slice(kept).findIndex((part) => part.isQuoted());
  const from = first < 0 ? parts.length : kept + first;
  const content = (some: typeof parts) => some.map((part) => part.getContent()).join('\n');
  const own = content(parts.slice(0, from));
  const rest = content(parts.slice(from)) + (header === undefined ? '' : `\n${text.slice(header)}`);
  return /[\p{L}\p{N}\p{S}]/u.test(own) && rest.trim() !== '' ? { text: own, quoted: rest } : all;
}

const words = ({ text, quoted }: { text: string; quoted: string }) =>
  [text, quoted].map((part) => part.replace(/\s+/g, ' ').trim());

const own = ['Hello', 'Hello,\n\nOn Monday we meet.\nAna', 'a: b\n- c\n- d', '> Red?\nBlue.', ''];
const headers = [
  'On Mon, Apr 2, 2012 at 6:26 PM, Ana <ana@x.example> wrote:',
  'On Mon, Apr 2, 2012 at 6:26 PM, Ana Maria\n<ana@x.example> wrote:',
  'On Mon, Apr 2, 2012 at 6:26 PM, Ana\nMaria <ana@x.example>\nwrote:',
  'Le lun. 2 avr. 2012 à 18:26, Ana <ana@x.example> a écrit :',
  'El lun, 2 abr 2012 a las 18:26, Ana (<ana@x.example>) escribió:',
  'Il giorno lun 2 apr 2012 Ana <ana@x.example> ha scritto:',
  'Em seg, 2 de abr de 2012 Ana <ana@x.example> escreveu:',
  'Am Mo., 2. Apr. 2012 um 18:26 Uhr schrieb Ana <ana@x.example>:',
  'Op ma 2 apr. 2012 om 18:26 schreef Ana <ana@x.example>:',
  'W dniu 2012-04-02 18:26, Ana pisze:',
  'Den mån 2 apr. 2012 kl 18:26 skrev Ana <ana@x.example>:',
  'pe 2. huhtik. 2012 klo 18.26 Ana (ana@x.example) kirjoitti:',
  '在 2012年4月2日，Ana 写道：',
  '2012. 4. 2. 18:26 Ana <ana@x.example> 작성:',
  '2012/04/02 18:26、Ana <ana@x.example>のメッセージ:',
  'Ana <ana@x.example> schrieb:',
  'Ana Maria on Monday, April 2 at 18:26 wrote:',
  'From: Ana <ana@x.example>',
  '-----Original Message-----',
];
const quotes = ['> Hi', '> Hi\n>\n> there\n> > Ho', 'Hi', '> Hi\n\nBo'];
const signatures = ['', '\n\nSent from my iPhone', '\n\n-- \nBo', '\n\nKind regards,\nBo', '\n\n____\nBo'];

test('folds mails with each of nineteen kinds of quote headers as email-reply-parser does', () => {
  const differing: unknown[] = [];
  for (const text of own) {
    for (const header of headers) {
      for (const quote of quotes) {
        for (const signature of signatures) {
          for (const gap of ['\n\n', '\n']) {
            for (const mail of [
              `${text}${signature}${gap}${header}\n${quote}`,
              `${text}${gap}${header}\n\n${quote}${signature}`,
            ]) {
              const [ours, theirs] = [words(foldText(mail)), words(foldByParser(mail))];
              if (ours.join('\n') !== theirs.join('\n')) differing.push({ mail, ours, theirs });
            }
          }
        }
      }
    }
  }
  expect(differing.slice(0, 5)).toEqual([]);
});

test('keeps every word of a mail in one of the two parts', () => {
  for (const header of headers) {
    const text = `Hello\r\n\r\n${header}\r\n> Hi\r\n\r\n-- \r\nBo`;
    const { text: kept, quoted } = foldText(text);
    expect(`${kept} ${quoted}`.replace(/\s+/g, ' ').trim()).toBe(text.replace(/\s+/g, ' ').trim());
    expect([header, kept]).toEqual([header, 'Hello']);
  }
});

test('keeps a sentence above the header of a quote in the text', () => {
  expect(foldText('Hello Bo,\nAna on Monday at six wrote:\n> Hi').text).toBe('Hello Bo,');
});
