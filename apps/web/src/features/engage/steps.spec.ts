/** @jest-environment jsdom */
import { countedTarget as countedTargetOf } from '@parley/contracts/rules/counted-links';
import { emptyTemplate } from '@parley/contracts/events/template-content';
import { isDone, slotName, type StepProps } from './steps';

type Content = StepProps['content'];
const template = {
  live: { content: { ...emptyTemplate, body: 'Hi {{1}}, from {{2}} on' } },
} as StepProps['template'];
const said = (values: Content['values'], split: Content['split'] = null) => ({ values, split }) as Content;
const both = [
  { slot: 'body.1', text: 'Ana' },
  { slot: 'body.2', text: '9:30' },
];

const countedTarget = countedTargetOf('https://parley.example');

test('the message step is done once a template is chosen and every variable has a value', () => {
  const isMessageDone = (content: Content, props = { template, other: undefined as typeof template }) =>
    isDone('message', content, { ...props, countedTarget });
  expect(isMessageDone(said(both))).toBe(true);
  expect(isMessageDone(said([both[0]!, { slot: 'body.2', text: ' ' }]))).toBe(false);
  expect(isMessageDone(said(both), { template: undefined, other: undefined })).toBe(false);
  const split = { templateId: 'other', values: [], percent: 20, hours: 4 };
  expect(isMessageDone(said(both, split), { template, other: template })).toBe(false);
  expect(isMessageDone(said(both, { ...split, values: both }), { template, other: template })).toBe(true);
});

test('a counted button requires a complete URL, whatever the host of this page', () => {
  const shop = { type: 'url' as const, text: 'Shop', target: countedTarget };
  const counted = { live: { content: { ...emptyTemplate, buttons: [shop] } } } as StepProps['template'];
  const isMessageDone = (text: string) =>
    isDone('message', said([{ slot: 'button.0', text }]), {
      ...{ template: counted, other: undefined, countedTarget },
    });
  expect(globalThis.location.origin).not.toBe('https://parley.example');
  expect(isMessageDone('sale')).toBe(false);
  expect(isMessageDone('https://shop.example/sale')).toBe(true);
});

test('slotName is the variable’s name, or the slot’s key', () => {
  expect([slotName(template, 'body.2'), slotName(undefined, 'body.2')]).toEqual(['2', 'body.2']);
});
