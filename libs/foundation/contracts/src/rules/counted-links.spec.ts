import { countedTarget, siteOf, withCountedLinks } from './counted-links';
import { emptyTemplate, type TemplateComponent } from '../events/template-content';

const ours = 'https://parley.example';
const url = (text: string, target: string) => ({ type: 'url' as const, text, target });
const button = (index: number, card?: number): TemplateComponent => ({
  ...{ type: 'button', kind: 'url', index, text: 'https://shop.example' },
  ...(card !== undefined && { card }),
});

test('marks buttons that use a counted link with their text, also on cards, and no other buttons', () => {
  const content = {
    ...emptyTemplate,
    buttons: [url('Shop', `${ours}/l/{{1}}`), url('Track', 'https://track.example/l/{{1}}')],
    cards: [{ header: null, body: '', buttons: [url('Bikes', `${ours}/l/{{code}}`)] }],
  };
  const code: TemplateComponent = { type: 'button', kind: 'copy-code', index: 0, text: 'SALE' };
  expect(withCountedLinks([button(0), button(1), button(0, 0), code], content, countedTarget(ours))).toEqual([
    { ...button(0), countedAs: 'Shop' },
    button(1),
    { ...button(0, 0), countedAs: 'Bikes' },
    code,
  ]);
});

test.each([
  ['https://shop.example/sale?code={{attribute.Code|none}}', 'https://shop.example'],
  ['http://shop.example:8080', 'http://shop.example:8080'],
  ['https://{{contact.name}}/', null],
  ['https://shop.example{{contact.name}}', null],
  ['https://{{contact.name}}@shop.example/', null],
  ['https:{{contact.name}}', null],
  ['//shop.example', null],
  ['shop.example', null],
  ['{{attribute.Link}}', null],
  ['javascript:alert(1)', null],
  ['data:text/html,hello', null],
  ['ftp://shop.example', null],
  ['', null],
])('the site of %s is %s', (address, site) => {
  expect(siteOf(address)).toBe(site);
});
