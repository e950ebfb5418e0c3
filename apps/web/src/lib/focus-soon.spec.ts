/** @jest-environment jsdom */
import { focusSoon } from './focus-soon';

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
const element = (id: string) => document.getElementById(id);
const focused = () => document.activeElement?.id;

function addField(id: string) {
  const field = document.createElement('input');
  field.id = id;
  document.body.append(field);
  return field;
}

beforeEach(() => {
  document.body.replaceChildren();
  for (const id of ['row', 'note', 'button']) addField(id);
});

it('focuses the element at once', () => {
  focusSoon(() => element('row'));
  expect(focused()).toBe('row');
});

it('focuses the element once it is rendered', async () => {
  focusSoon(() => element('later'));
  addField('later');
  await nextFrame();
  expect(focused()).toBe('later');
});

it('focuses the element again if a closing dialog has moved the focus', async () => {
  focusSoon(() => element('row'));
  element('button')!.focus();
  await nextFrame();
  expect(focused()).toBe('row');
});

it.each(['keydown', 'pointerdown'])(
  'does not move the focus again after a %s before the next frame',
  async (act) => {
    focusSoon(() => element('row'));
    element('row')!.dispatchEvent(new Event(act, { bubbles: true }));
    element('note')!.focus();
    await nextFrame();
    expect(focused()).toBe('note');
  },
);
