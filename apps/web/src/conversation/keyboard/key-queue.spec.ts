import type { Command } from './commands';
import { KeyQueue } from './key-queue';

const openers: Command[] = ['reply', 'note', 'assign', 'tag', 'label', 'search', 'palette'];

/** A screen on which some things can be done, and what was done on it. */
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

test('a key does what the screen does with it, and is nobody’s where it does nothing', () => {
  const { queue, done } = screen('archive');
  expect([queue.press('archive'), queue.press('reply')]).toEqual([true, false]);
  expect(done).toEqual(['archive on first']);
});

test('what is left takes no keys: they wait for what comes, until it can take them', async () => {
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

test('what the list does is done although the conversation beside it is not there yet', () => {
  const { queue, done } = screen('next');
  queue.await();
  queue.press('archive');
  queue.press('next');
  expect(done).toEqual(['next on first']);
});

test('what is typed for a field that is to come is no command, but one can step back', () => {
  const { queue, done } = screen('archive', 'next', 'back');
  queue.await();
  queue.press('reply');
  expect([queue.press('archive'), queue.press('next'), queue.press('back')]).toEqual([true, true, true]);
  expect(done).toEqual(['back on first']);
});

test.each(['assign', 'tag', 'label', 'search', 'palette'] as const)(
  'what is typed after %p while a conversation loads is for the field that it opens there',
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

test('a field that is on its way takes the keys, until it is there or never will be', () => {
  const { queue, done } = screen('block', 'archive', 'back');
  const isThere = queue.awaitField();
  expect([queue.press('block'), queue.press('archive')]).toEqual([true, true]);
  expect(done).toEqual([]);
  queue.press('back');
  isThere();
  queue.press('archive');
  expect(done).toEqual(['back on first', 'archive on first']);
});

test('a field that is on its way where one leaves takes no keys of where one goes', async () => {
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

test('what cannot be done where one has arrived is forgotten', async () => {
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

test('keys for what one leaves before it is there are not for where one goes then', async () => {
  const { queue, done, become } = screen();
  queue.await();
  queue.press('note');
  queue.leave();
  become('third', 'note');
  queue.arrive();
  await handedOver();
  expect(done).toEqual([]);
});

test('of several keys, those after one that leads elsewhere are meant for there', async () => {
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

test('one who goes nowhere has the keys back a second later', async () => {
  jest.useFakeTimers();
  const { queue, done } = screen('archive');
  queue.leave();
  queue.press('archive');
  jest.advanceTimersByTime(1_000);
  await handedOver();
  jest.useRealTimers();
  expect(done).toEqual(['archive on first']);
});

test('what is typed for a field that waits for its conversation is kept until the field is there', async () => {
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

test('what was typed for a conversation that was left again is for no other', () => {
  const { queue, letters } = screen();
  queue.leave();
  queue.press('note');
  queue.leave();
  expect(letters.areHeld).toBe(false);
});
