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

it('has the focus at once', () => {
  focusSoon(() => element('row'));
  expect(focused()).toBe('row');
});

it('has the focus once it is drawn', async () => {
  focusSoon(() => element('later'));
  addField('later');
  await nextFrame();
  expect(focused()).toBe('later');
});

it('has the focus again after a dialog that closes has given it back', async () => {
  focusSoon(() => element('row'));
  element('button')!.focus();
  await nextFrame();
  expect(focused()).toBe('row');
});

it.each(['keydown', 'pointerdown'])('leaves the focus where a %s before the next frame led', async (act) => {
  focusSoon(() => element('row'));
  element('row')!.dispatchEvent(new Event(act, { bubbles: true }));
  element('note')!.focus();
  await nextFrame();
  expect(focused()).toBe('note');
});
