/**
 * Texts that take code with quadratic or backtracking parts the most time. `count` is the number of repetitions of
 * each token.
 */
export const costlyTexts: Record<string, (count: number) => string> = {
  'combining marks': (count) => `a${'\u0301\u0323'.repeat(count)}`,
  'halfwidth marks': (count) => `a${'\uff9e\u0323'.repeat(count)}`,
  'marks in a host': (count) => `https://a${'\u0301\u0323'.repeat(count)}.example/`,
  spaces: (count) => `${' '.repeat(count)}x`,
  'line breaks': (count) => `${'\n'.repeat(count)}x`,
  'quoted lines': (count) => '> a\n'.repeat(count),
  'quote headers': (count) => 'On Monday a wrote:\n'.repeat(count),
  slashes: (count) => `${'/'.repeat(count)}x`,
  brackets: (count) => '<'.repeat(count),
  'opened styles': (count) => '<style>'.repeat(count),
  'opened comments': (count) => '<!--'.repeat(count),
  'unclosed links': (count) => '<a href="'.repeat(count),
  'nested elements': (count) => '<div>'.repeat(count),
  'a placeholder of spaces': (count) => `{{a${' '.repeat(count)}`,
  'opened placeholders': (count) => '{{'.repeat(count),
  'an address of dots': (count) => `${'a.'.repeat(count)}@${'b.'.repeat(count)}`,
  digits: (count) => '9'.repeat(count),
  quotes: (count) => `${'""'.repeat(count)}"`,
  commas: (count) => ','.repeat(count),
  emoji: (count) => '👨‍👩‍👧‍👦'.repeat(count),
};

/** A whole mail with a costly text in a header, the HTML, the text or a calendar. */
export function costlyMail(to: string, number: number, count: number): string {
  const texts = Object.values(costlyTexts).map((fill) => fill(count));
  const text = texts[number % texts.length]!;
  const head = [
    'From: Ana <ana@customer.example>',
    `To: ${to}`,
    `Message-ID: <${number}.${Date.now()}@customer.example>`,
    'MIME-Version: 1.0',
  ];
  const mails = [
    ['Subject: Text', 'Content-Type: text/plain; charset=utf-8', '', text],
    ['Subject: HTML', 'Content-Type: text/html; charset=utf-8', '', `<p>Hello</p>${text}`],
    [
      'Subject: Style',
      'Content-Type: text/html; charset=utf-8',
      '',
      `<p style="${text.replaceAll('"', '')}">a`,
    ],
    [`Subject: ${oneLine(text)}`, 'Content-Type: text/plain; charset=utf-8', '', 'Hello'],
    [`References: ${'<a@b.example> '.repeat(count / 10)}`, 'Content-Type: text/plain', '', 'Hello'],
    ['Subject: Invitation', 'Content-Type: text/calendar; charset=utf-8', '', calendar(text)],
    [
      `Content-Type: multipart/mixed; boundary=${'-'.repeat(60)}`,
      '',
      `${'-'.repeat(60)}\r\n`.repeat(count / 60),
    ],
  ];
  return [...head, ...mails[Math.floor(number / texts.length + number) % mails.length]!].join('\r\n');
}

/** A CSV file with costly cells; its first line contains the names of the columns. */
export function costlyCsv(number: number, count: number): string {
  const texts = Object.values(costlyTexts).map((fill) => fill(count));
  const text = texts[number % texts.length]!;
  return number % 2 === 0
    ? `name,phone,email\nAna,+34600000001,ana@b.example\n${text},${text},${text}\n`
    : `name,phone,email\n"${text.replaceAll('"', '""')}","${oneLine(text)}",x\n`;
}

const oneLine = (text: string) => text.replaceAll(/[\r\n"]/g, ' ');

function calendar(text: string): string {
  const event = ['BEGIN:VEVENT', 'UID:1', 'DTSTART:20261128T090000Z', `SUMMARY:${text}`, 'END:VEVENT'];
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'METHOD:REQUEST', ...event, 'END:VCALENDAR'].join('\r\n');
}
