import {
  emptyTemplate,
  examplesOf,
  type TemplateButton,
  type TemplateContent,
} from '../events/template-content';
import type { WrittenTemplate } from '../events/template.events';
import {
  brokenTemplateRules,
  editableAt,
  flawOfButton,
  flawOfLine,
  flawOfTemplate,
  flawOfValue,
  templateNameOf,
  templateRules,
  type TemplateRule,
} from './template-rules';

test.each(['Harbour Bikes', 'Open 9–18, © 2026 #1', 'Ça va ? {one} brace'])(
  'accepts the header "%s"',
  (text) => expect(flawOfLine(text)).toBeNull(),
);

test.each(['Ready 🎉', 'Thanks ❤️', 'Press 1️⃣', 'From 🇳🇱', 'Dear {{1}}', 'Dear {{ contact.name }}'])(
  'rejects the header "%s"',
  (text) => expect(flawOfLine(text)).toBe('template_line_not_plain'),
);

test('rejects an emoji in a button', () => {
  expect(flawOfButton('Track it')).toBeNull();
  expect(flawOfButton('Track it 📦')).toBe('template_button_not_plain');
});

test('rejects a value with a line break, a tab or more than 4 spaces in a row', () => {
  expect(flawOfValue('order    4711 🎉')).toBeNull();
  for (const value of ['order\n4711', 'order\r4711', 'order\t4711', 'order     4711'])
    expect(flawOfValue(value)).toBe('template_value_not_plain');
});

test('checks header, footer, buttons and values of a template', () => {
  const fine = {
    header: 'Harbour Bikes',
    footer: 'Open until six',
    buttons: ['Yes', 'No'],
    parameters: ['4711'],
  };
  expect(flawOfTemplate(fine)).toBeNull();
  expect(flawOfTemplate({ parameters: [] })).toBeNull();
  expect(flawOfTemplate({ ...fine, header: 'Dear {{1}}' })).toBe('template_line_not_plain');
  expect(flawOfTemplate({ ...fine, footer: 'Bye 👋' })).toBe('template_line_not_plain');
  expect(flawOfTemplate({ ...fine, buttons: ['Yes', '👎'] })).toBe('template_button_not_plain');
  expect(flawOfTemplate({ ...fine, parameters: ['4711', 'a\tb'] })).toBe('template_value_not_plain');
});

describe('brokenTemplateRules', () => {
  const fine: WrittenTemplate = {
    name: 'order_update',
    language: 'en',
    category: 'utility',
    content: {
      ...emptyTemplate,
      body: 'Hi {{1}}, your order {{2}} is ready.',
      examples: examplesOf({ 'body.1': 'Ana', 'body.2': '4711' }),
    },
  };
  const of = (content: Partial<TemplateContent>): WrittenTemplate => ({
    ...fine,
    content: { ...fine.content, body: 'Plain words.', examples: [], ...content },
  });
  const button = (type: TemplateButton['type'], text = 'Go', target = ''): Partial<TemplateContent> => ({
    buttons: [{ type, text, target }],
  });
  const replies = (...words: string[]): Partial<TemplateContent> => ({
    buttons: words.map((text) => ({ type: 'quick-reply', text, target: '' })),
  });
  const web = (text: string, target = 'https://harbour.example/') => ({ type: 'url' as const, text, target });
  const call = (text: string, target = '+31 20 555 0101') => ({ type: 'phone' as const, text, target });
  const otp = { type: 'otp' as const, text: 'Copy code', target: '', kind: 'COPY_CODE' };
  const header = (text: string): Partial<TemplateContent> => ({ header: { format: 'text', text } });

  test.each<[string, WrittenTemplate]>([
    ['numbered variables', fine],
    ['named variables', of({ body: 'Hi {{name}}!', examples: examplesOf({ 'body.name': 'Ana' }) })],
    ['three quick replies', of(replies('Yes', 'No', 'Later'))],
    ['a link button and a phone button', of({ buttons: [web('Site'), call('Call')] })],
    [
      'a link that ends with a variable',
      of({ buttons: [web('Track', 'https://a.example/{{1}}')], examples: examplesOf({ 'button.0': 'x' }) }),
    ],
    ['a picture in the header', of({ header: { format: 'image', text: '' } })],
    ['a one-time password', { ...of({ body: '', buttons: [otp] }), category: 'authentication' }],
  ])('accepts %s', (_, template) =>
    expect(brokenTemplateRules(template).filter(({ rule }) => rule !== 'body_missing')).toEqual([]),
  );

  const broken: [TemplateRule, string, WrittenTemplate][] = [
    ['name_invalid', 'name', { ...fine, name: 'Order update' }],
    ['name_too_long', 'name', { ...fine, name: 'a'.repeat(513) }],
    ['language_invalid', 'language', { ...fine, language: 'English' }],
    ['body_missing', 'body', of({ body: ' ' })],
    ['body_too_long', 'body', of({ body: 'a'.repeat(1025) })],
    ['header_missing', 'header', of(header(''))],
    ['header_too_long', 'header', of(header('a'.repeat(61)))],
    ['header_emoji', 'header', of(header('Ready 🎉'))],
    ['header_variable', 'header', of(header('Dear {{1}}'))],
    ['footer_too_long', 'footer', of({ footer: 'a'.repeat(61) })],
    ['footer_emoji', 'footer', of({ footer: 'Bye 👋' })],
    ['footer_variable', 'footer', of({ footer: 'Bye {{1}}' })],
    ['button_missing', 'buttons.0.text', of(replies(''))],
    ['button_too_long', 'buttons.0.text', of(replies('a'.repeat(26)))],
    ['button_emoji', 'buttons.0.text', of(replies('👍'))],
    ['button_variable', 'buttons.0.text', of(replies('Hi {{1}}'))],
    ['button_twice', 'buttons.1.text', of(replies('Yes', 'Yes'))],
    ['buttons_mixed', 'buttons', of({ buttons: [web('Site'), ...replies('Yes').buttons!] })],
    ['too_many_replies', 'buttons', of(replies('1', '2', '3', '4'))],
    [
      'too_many_calls',
      'buttons',
      of({
        buttons: [web('Site'), call('Call'), { type: 'copy-code', text: 'Copy', target: '' }],
        examples: examplesOf({ 'button.2': 'SALE' }),
      }),
    ],
    ['too_many_urls', 'buttons', of({ buttons: [web('One'), web('Two')] })],
    ['too_many_phones', 'buttons', of({ buttons: [call('One'), call('Two')] })],
    ['url_invalid', 'buttons.0.target', of(button('url', 'Go', 'harbour.example'))],
    ['url_too_long', 'buttons.0.target', of(button('url', 'Go', `https://a.example/${'a'.repeat(2000)}`))],
    [
      'url_variable',
      'buttons.0.target',
      of({ buttons: [web('Go', 'https://a.example/{{1}}/x')], examples: examplesOf({ 'button.0': 'x' }) }),
    ],
    ['phone_invalid', 'buttons.0.target', of(button('phone', 'Call', 'call me'))],
    ['phone_too_long', 'buttons.0.target', of(button('phone', 'Call', `+${'1'.repeat(20)}`))],
    [
      'variable_name',
      'body',
      of({ body: 'Hi {{Your Name}}!', examples: examplesOf({ 'body.Your Name': 'Ana' }) }),
    ],
    ['variable_order', 'body', of({ body: 'Hi {{2}}!', examples: examplesOf({ 'body.2': 'Ana' }) })],
    [
      'variables_mixed',
      'body',
      of({ body: 'Hi {{1}}, {{name}}!', examples: examplesOf({ 'body.1': 'a', 'body.name': 'b' }) }),
    ],
    ['variable_at_edge', 'body', of({ body: 'Hi {{1}}', examples: examplesOf({ 'body.1': 'Ana' }) })],
    [
      'variables_touch',
      'body',
      of({ body: 'Hi {{1}} {{2}}!', examples: examplesOf({ 'body.1': 'a', 'body.2': 'b' }) }),
    ],
    ['example_missing', 'examples.body.1', of({ body: 'Hi {{1}}!' })],
    [
      'example_not_plain',
      'examples.body.1',
      of({ body: 'Hi {{1}}!', examples: examplesOf({ 'body.1': 'a\tb' }) }),
    ],
    ['authentication_shape', 'category', { ...of({}), category: 'authentication' }],
  ];

  test.each(broken)('reports %s', (rule, field, template) =>
    expect(brokenTemplateRules(template)).toEqual([{ field, rule }]),
  );

  test('the table of invalid templates has every rule', () =>
    expect(broken.map(([rule]) => rule).sort()).toEqual([...templateRules].sort()));
});

test('an approved template can be edited again one day after its last edit', () => {
  const edited = '2026-11-20T10:02:00.000Z';
  expect(editableAt(null, edited)).toBeNull();
  expect(editableAt(edited, '2026-11-21T10:01:00.000Z')).toBe('2026-11-21T10:02:00.000Z');
  expect(editableAt(edited, '2026-11-21T10:02:00.000Z')).toBeNull();
});

test('makes a valid name from any words', () => {
  expect(templateNameOf('Órden lista, 2')).toBe('orden_lista_2');
});
