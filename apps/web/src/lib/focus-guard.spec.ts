/** @jest-environment jsdom */
import { guardFocus } from './focus-guard';

let commands: string[];
let stop: () => void;
const note = (event: KeyboardEvent) => commands.push(event.key);

beforeEach(() => {
  jest.useFakeTimers();
  document.body.innerHTML = `<main id="main" tabindex="-1"><section id="pane"></section></main>`;
  commands = [];
  stop = guardFocus();
  window.addEventListener('keydown', note);
});
afterEach(() => {
  stop();
  window.removeEventListener('keydown', note);
  jest.useRealTimers();
});

const pane = () => document.getElementById('pane')!;
const focus = (html: string) => {
  pane().innerHTML = html;
  const element = pane().querySelector<HTMLElement>('[data-field]')!;
  element.focus();
  return element;
};
/** Lets the current task end, after which the browser reports mutations. */
const settle = () => jest.advanceTimersByTimeAsync(0);
const press = (key: string, options: KeyboardEventInit = {}) => {
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options }));
};
const type = (text: string) => [...text].forEach((key) => press(key));

const fields: Record<string, string> = {
  'a text area': '<textarea data-field></textarea>',
  'an input': '<input data-field>',
  'a search field': '<input type="search" data-field>',
  'a rich text editor': '<div contenteditable="true" tabindex="0" data-field></div>',
  'a field in a dialog': '<div role="dialog" tabindex="-1"><input data-field></div>',
};
const ways: Record<string, (field: HTMLElement) => void> = {
  removed: (field) => field.remove(),
  'removed with its surroundings': () => pane().replaceChildren(),
  disabled: (field) =>
    field.matches('div')
      ? field.setAttribute('contenteditable', 'false')
      : field.setAttribute('disabled', ''),
  'made inert': () => pane().setAttribute('inert', ''),
};

const cases = Object.keys(fields).flatMap((field) => Object.keys(ways).map((way) => [field, way] as const));

test.each(cases)('typing runs no shortcut after %s that had the focus was %s', async (field, way) => {
  const element = focus(fields[field]!);
  type('we ');
  commands = [];
  ways[way]!(element);
  await settle();
  type('sent the new pedals');
  expect(commands).toEqual([]);
});

test('shortcuts run again two seconds after the last key', async () => {
  const field = focus(fields['a text area']!);
  field.remove();
  await settle();
  press('e');
  await jest.advanceTimersByTimeAsync(1_500);
  press('e');
  await jest.advanceTimersByTimeAsync(1_500);
  press('e');
  expect(commands).toEqual([]);
  await jest.advanceTimersByTimeAsync(2_100);
  press('e');
  expect(commands).toEqual(['e']);
});

test('the first key after the removal of a field runs no shortcut, even if no mutation was reported yet', () => {
  focus(fields['a text area']!).remove();
  press('e');
  expect(commands).toEqual([]);
});

test.each([
  ['Escape', {}],
  ['Enter', {}],
  ['Enter', { ctrlKey: true }],
])('shortcuts run at once if %s %j closed the field', async (key, options) => {
  const field = focus(fields['an input']!);
  press(key, options);
  commands = [];
  field.remove();
  await settle();
  press('e');
  expect(commands).toEqual(['e']);
});

test('typing in another field after the removal reaches that field', async () => {
  const field = focus(fields['an input']! + '<input id="other">');
  field.remove();
  document.getElementById('other')!.focus();
  await settle();
  press('e');
  expect(commands).toEqual(['e']);
});

test('keys with a modifier, Escape and Tab work after a field was removed', async () => {
  focus(fields['an input']!).remove();
  await settle();
  press('k', { ctrlKey: true });
  expect(commands).toEqual(['k']);
});

test('a space that was typed for a removed field presses no button', async () => {
  const field = focus(fields['an input']! + '<button>Archive</button>');
  field.remove();
  await settle();
  const space = new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true });
  pane().querySelector('button')!.dispatchEvent(space);
  expect(space.defaultPrevented).toBe(true);
});

test('the sentence that explains why a field vanished gets the focus', async () => {
  const field = focus(fields['a text area']!);
  field.outerHTML = '<p id="why" tabindex="-1" data-inherits-focus>Closed</p>';
  await jest.advanceTimersByTimeAsync(200);
  expect(document.activeElement?.id).toBe('why');
});

const why = '<p id="why" tabindex="-1" data-inherits-focus>Gone</p>';

test('the explaining sentence gets the focus even if it is loaded after the field has vanished', async () => {
  focus(fields['a text area']!);
  pane().innerHTML = 'Loading';
  await jest.advanceTimersByTimeAsync(1_000);
  expect(document.activeElement?.id).toBe('main');
  pane().innerHTML = why;
  await jest.advanceTimersByTimeAsync(200);
  expect(document.activeElement?.id).toBe('why');
});

test('the explaining sentence does not get the focus if it appears after the focus has moved on', async () => {
  focus(fields['a text area']!);
  pane().innerHTML = '<button id="next">Next</button>';
  await jest.advanceTimersByTimeAsync(200);
  document.getElementById('next')!.focus();
  pane().insertAdjacentHTML('beforeend', why);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(document.activeElement?.id).toBe('next');
});

test('the explaining sentence in the page gets the focus if a dialog with the focused field was closed from elsewhere', async () => {
  document.body.insertAdjacentHTML('beforeend', '<div id="portal"><input id="search"></div>');
  document.getElementById('search')!.focus();
  document.getElementById('portal')!.remove();
  pane().innerHTML = why;
  await jest.advanceTimersByTimeAsync(200);
  expect(document.activeElement?.id).toBe('why');
});

test.each([
  ['the dialog around it', '<div role="dialog" id="around" tabindex="-1"><button data-field></button></div>'],
  ['the main part of the page', '<button data-field></button>'],
])('%s gets the focus after the focused button was removed', async (_, html) => {
  focus(html).remove();
  await jest.advanceTimersByTimeAsync(200);
  expect(document.activeElement?.id).toBe(html.includes('around') ? 'around' : 'main');
});

test('a component that places the focus itself keeps it', async () => {
  const field = focus(fields['an input']! + '<button id="next">Next</button>');
  field.remove();
  document.getElementById('next')!.focus();
  await jest.advanceTimersByTimeAsync(200);
  expect(document.activeElement?.id).toBe('next');
});

test('Escape that blurs a field moves the focus back to the page', async () => {
  const field = focus(fields['a text area']!);
  press('Escape');
  field.blur();
  await jest.advanceTimersByTimeAsync(200);
  expect(document.activeElement?.id).toBe('main');
});

test('a button that is disabled while its command runs gets the focus back when it is enabled', async () => {
  const button = focus('<button data-field>Save</button>');
  press('Enter');
  button.setAttribute('disabled', '');
  // A browser takes the focus from a disabled control, but jsdom does not.
  const active = jest.spyOn(document, 'activeElement', 'get').mockReturnValue(document.body);
  button.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  const [main, regain] = [jest.spyOn(document.getElementById('main')!, 'focus'), jest.spyOn(button, 'focus')];
  await jest.advanceTimersByTimeAsync(3_000);
  button.removeAttribute('disabled');
  await settle();
  active.mockRestore();
  expect(main).not.toHaveBeenCalled();
  expect(regain).toHaveBeenCalledTimes(1);
});

test('a button that is enabled again does not take the focus from an element that got it in the meantime', async () => {
  const button = focus('<button data-field>Save</button><button id="next">Next</button>');
  button.setAttribute('disabled', '');
  await settle();
  document.getElementById('next')!.focus();
  button.removeAttribute('disabled');
  await settle();
  expect(document.activeElement?.id).toBe('next');
});

test('the main part of the page gets the focus of a disabled button if the button is removed', async () => {
  const button = focus('<button data-field>Save</button>');
  button.setAttribute('disabled', '');
  await settle();
  button.remove();
  await jest.advanceTimersByTimeAsync(200);
  expect(document.activeElement?.id).toBe('main');
});

test('shortcuts run at once if a slow command closed the dialog in which Enter was pressed', async () => {
  const field = focus(fields['a field in a dialog']!);
  type('name');
  press('Enter');
  await jest.advanceTimersByTimeAsync(5_000);
  commands = [];
  field.parentElement!.remove();
  await settle();
  press('e');
  expect(commands).toEqual(['e']);
});

test('the removal of a field counts as unexpected if keys were typed into it after Enter', async () => {
  const field = focus(fields['a text area']!);
  press('Enter');
  type('and');
  commands = [];
  field.remove();
  await settle();
  press('e');
  expect(commands).toEqual([]);
});

test('keys do not extend the two seconds once the application has placed the focus', async () => {
  const field = focus(fields['an input']! + '<button id="next">Next</button>');
  field.remove();
  await settle();
  document.getElementById('next')!.focus();
  press('e');
  await jest.advanceTimersByTimeAsync(1_500);
  press('e');
  expect(commands).toEqual([]);
  await jest.advanceTimersByTimeAsync(600);
  press('e');
  expect(commands).toEqual(['e']);
});

test.each([
  ['CapsLock', {}],
  ['ArrowLeft', {}],
  ['ArrowLeft', { ctrlKey: true }],
  ['Home', {}],
  ['Control', { ctrlKey: true }],
  ['Alt', { altKey: true }],
  ['Shift', { shiftKey: true }],
])('typing runs no shortcut if %s %j is pressed around the removal of its field', async (key, options) => {
  const field = focus(fields['a text area']!);
  type('we ');
  press(key, options);
  field.remove();
  await settle();
  press(key, options);
  commands = [];
  type('sent');
  expect(commands).toEqual([]);
});

const click = (element: Element) => {
  element.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
  (element as HTMLElement).focus();
};

test.each(['has', 'gets'])(
  'the removal of a field counts as unexpected after a click into the field that %s the focus',
  async (verb) => {
    const field = focus(fields['a text area']! + '<button>Other</button>');
    if (verb === 'gets') pane().querySelector('button')!.focus();
    click(field);
    field.remove();
    await settle();
    press('e');
    expect(commands).toEqual([]);
  },
);

test('shortcuts run at once if a click on a button closed the field', async () => {
  const field = focus(fields['a text area']! + '<button>Close</button>');
  pane()
    .querySelector('button')!
    .dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
  field.remove();
  await settle();
  press('e');
  expect(commands).toEqual(['e']);
});
