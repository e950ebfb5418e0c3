import type { Command } from './commands';
import { KeyQueue } from './key-queue';

const openers: Command[] = ['reply', 'note', 'assign', 'tag', 'label', 'search', 'palette'];

/** A screen that offers the given commands, and a record of the commands that ran on it. */
function screen(...can: Command[]) {
  const done: string[] = [];
  const letters = { areHeld: false };
  const show = { can, name: 'first' };
  const queue = new KeyQueue({
    run: (command) => {
      const does = show.can.includes(command);
      if (does) done.push(`${command} on ${show.name}`);
      return does;
    },
    opensField: (command) => openers.includes(command),
    holdLetters: () => {
      letters.areHeld = true;
      return () => (letters.areHeld = false);
    },
  });
  const become = (name: string, ...commands: Command[]) => Object.assign(show, { name, can: commands });
  return { queue, done, become, letters };
}

const handedOver = () => Promise.resolve();

test('runs a command that the screen offers and does not use other keys', () => {
  const { queue, done } = screen('archive');
  expect([queue.press('archive'), queue.press('reply')]).toEqual([true, false]);
  expect(done).toEqual(['archive on first']);
});

test('after leave, stores keys until the next screen can take them', async () => {
  const { queue, done, become } = screen('assignToMe', 'reply');
  queue.leave();
  queue.press('assignToMe');
  queue.press('reply');
  const isThere = queue.await();
  become('skeleton');
  queue.arrive();
  await handedOver();
  expect(done).toEqual([]);
  become('second', 'assignToMe', 'reply');
  isThere();
  await handedOver();
  expect(done).toEqual(['assignToMe on second', 'reply on second']);
});

test('runs a command of the list while the conversation beside it loads', () => {
  const { queue, done } = screen('next');
  queue.await();
  queue.press('archive');
  queue.press('next');
  expect(done).toEqual(['next on first']);
});

test('ignores commands except back while a field is about to open', () => {
  const { queue, done } = screen('archive', 'next', 'back');
  queue.await();
  queue.press('reply');
  expect([queue.press('archive'), queue.press('next'), queue.press('back')]).toEqual([true, true, true]);
  expect(done).toEqual(['back on first']);
});

test.each(['assign', 'tag', 'label', 'search', 'palette'] as const)(
  'letters typed after %p while a conversation loads go into its field and run no commands',
  async (opener) => {
    const { queue, done, become } = screen();
    const isThere = queue.await();
    for (const command of [opener, 'block', 'archive', 'note'] as const) queue.press(command);
    become('conversation', opener, 'block', 'archive', 'note');
    isThere();
    await handedOver();
    expect(done).toEqual([`${opener} on conversation`]);
  },
);

test('runs no commands while a field is about to open, until the field is there or cancelled', () => {
  const { queue, done } = screen('block', 'archive', 'back');
  const isThere = queue.awaitField();
  expect([queue.press('block'), queue.press('archive')]).toEqual([true, true]);
  expect(done).toEqual([]);
  queue.press('back');
  isThere();
  queue.press('archive');
  expect(done).toEqual(['back on first', 'archive on first']);
});

test('does not wait on the next screen for a field of the previous screen', async () => {
  const { queue, done, become } = screen('reply');
  const isGone = queue.awaitField();
  queue.leave();
  queue.press('archive');
  become('second', 'archive');
  isGone();
  queue.arrive();
  await handedOver();
  expect(done).toEqual(['archive on second']);
});

test('discards commands that the next screen does not offer', async () => {
  const { queue, done, become } = screen();
  const failed = queue.await();
  queue.press('reply');
  failed();
  await handedOver();
  become('later', 'reply');
  queue.arrive();
  await handedOver();
  expect(done).toEqual([]);
  expect(queue.press('reply')).toBe(true);
});

test('discards keys that waited for a screen if the user left it before it had loaded', async () => {
  const { queue, done, become } = screen();
  queue.await();
  queue.press('note');
  queue.leave();
  become('third', 'note');
  queue.arrive();
  await handedOver();
  expect(done).toEqual([]);
});

test('keys after a command that navigates wait for its target', async () => {
  const done: string[] = [];
  let place = 'first';
  const queue: KeyQueue = new KeyQueue({
    run: (command) => {
      done.push(`${command} on ${place}`);
      if (command === 'archive') queue.leave();
      return true;
    },
    opensField: () => false,
    holdLetters: () => () => undefined,
  });
  queue.leave();
  for (const command of ['archive', 'next'] as const) queue.press(command);
  queue.arrive();
  await handedOver();
  expect(done).toEqual(['archive on first']);
  place = 'list';
  queue.arrive();
  await handedOver();
  expect(done).toEqual(['archive on first', 'next on list']);
});

test('runs waiting keys after a second if no navigation happens', async () => {
  jest.useFakeTimers();
  const { queue, done } = screen('archive');
  queue.leave();
  queue.press('archive');
  jest.advanceTimersByTime(1_000);
  await handedOver();
  jest.useRealTimers();
  expect(done).toEqual(['archive on first']);
});

test('records letters while a field waits for its conversation, until the field is there', async () => {
  const { queue, done, become, letters } = screen('archive');
  queue.leave();
  queue.press('archive');
  expect(letters.areHeld).toBe(false);
  queue.press('note');
  expect(letters.areHeld).toBe(true);
  become('second', 'archive', 'note');
  queue.arrive();
  await handedOver();
  expect(done).toEqual(['archive on second', 'note on second']);
  expect(letters.areHeld).toBe(false);
});

test('stops recording letters when the user leaves the conversation again', () => {
  const { queue, letters } = screen();
  queue.leave();
  queue.press('note');
  queue.leave();
  expect(letters.areHeld).toBe(false);
});
