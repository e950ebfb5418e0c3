import { emptyTemplate, examplesOf, type TemplateContent } from '../events/template-content';
import { componentsOf, missingSlots, shownTemplate, slotsOf } from './template-filling';

const whole: TemplateContent = {
  header: { format: 'document', text: '' },
  body: 'Hi {{1}}, order {{2}}.',
  footer: 'Harbour Bikes',
  buttons: [
    { type: 'url', text: 'Track', target: 'https://a.example/{{1}}' },
    { type: 'copy-code', text: 'Copy', target: '' },
  ],
  examples: examplesOf({ 'body.1': 'Ana' }),
  cards: [{ header: { format: 'image', text: '' }, body: 'City {{1}}', buttons: [] }],
  offer: { text: 'Sale', hasExpiration: true },
};

const values = {
  header: 'file',
  'body.1': 'Ana',
  'body.2': '4711',
  'button.0': 'abc',
  'button.1': 'SALE',
  offer: '2026-12-01T10:00:00.000Z',
  'card.0.header': 'picture',
  'card.0.body.1': 'bike',
};

test('lists the slots of a template from top to bottom', () => {
  expect(slotsOf(whole).map(({ key, kind }) => [key, kind])).toEqual([
    ['header', 'document'],
    ['body.1', 'text'],
    ['body.2', 'text'],
    ['button.0', 'text'],
    ['button.1', 'code'],
    ['offer', 'moment'],
    ['card.0.header', 'image'],
    ['card.0.body.1', 'text'],
  ]);
  expect(slotsOf(whole)[1]).toMatchObject({ name: '1', example: 'Ana' });
});

test('lists slots without a value as missing, also if the value is blank', () => {
  expect(missingSlots(whole, values)).toEqual([]);
  expect(missingSlots(whole, { ...values, 'body.2': ' ', offer: '' }).map(({ key }) => key)).toEqual([
    'body.2',
    'offer',
  ]);
});

test('converts values to components in a form that is independent of providers', () => {
  expect(componentsOf(whole, values)).toEqual([
    { type: 'media', format: 'document', assetId: 'file' },
    { type: 'text', at: 'body', name: '1', text: 'Ana' },
    { type: 'text', at: 'body', name: '2', text: '4711' },
    { type: 'button', kind: 'url', index: 0, text: 'abc' },
    { type: 'button', kind: 'copy-code', index: 1, text: 'SALE' },
    { type: 'offer', expiresAt: '2026-12-01T10:00:00.000Z' },
    { type: 'media', format: 'image', card: 0, assetId: 'picture' },
    { type: 'text', at: 'body', card: 0, name: '1', text: 'bike' },
  ]);
});

test('fills variables in headers and links, and a location header', () => {
  const template: TemplateContent = { ...emptyTemplate, header: { format: 'text', text: 'Order {{no}}' } };
  expect(componentsOf(template, { 'header.no': '4711' })).toEqual([
    { type: 'text', at: 'header', name: 'no', text: '4711' },
  ]);
  const place: TemplateContent = { ...emptyTemplate, header: { format: 'location', text: '' } };
  expect(componentsOf(place, { header: '52.3702, 4.8952' })).toEqual([
    { type: 'location', latitude: 52.3702, longitude: 4.8952 },
  ]);
});

test('puts a one-time password into the text and into its button', () => {
  const template: TemplateContent = {
    ...emptyTemplate,
    body: '*{{1}}* is your code.',
    buttons: [{ type: 'otp', text: 'Copy', target: '', kind: 'COPY_CODE' }],
  };
  expect(componentsOf(template, { 'body.1': '123456' })).toEqual([
    { type: 'text', at: 'body', name: '1', text: '123456' },
    { type: 'button', kind: 'otp', index: 0, text: '123456' },
  ]);
});

test('returns the filled template for display', () => {
  expect(shownTemplate(whole, values)).toEqual({
    parameters: ['Ana', '4711'],
    text: 'Hi Ana, order 4711.',
    footer: 'Harbour Bikes',
    buttons: ['Track', 'Copy'],
  });
});
