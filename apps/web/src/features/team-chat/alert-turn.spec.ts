/** @jest-environment jsdom */
import { noteTold, tellInOneWindow } from './alert-turn';

const told: string[] = [];
const always = () => true;
const tell = (by: string) => () => void told.push(by);

beforeEach(() => {
  told.length = 0;
  localStorage.clear();
});

it('alerts in only one of several windows', async () => {
  await Promise.all(['one', 'other', 'third'].map((by) => tellInOneWindow('soup', always, tell(by))));
  expect(told).toHaveLength(1);
  await tellInOneWindow('soup', always, tell('late'));
  expect(told).toHaveLength(1);
  await tellInOneWindow('next', always, tell('one'));
  expect(told).toHaveLength(2);
});

it('does not alert if a window shows the message or if it was read in the meantime', async () => {
  const telling = tellInOneWindow('soup', always, tell('one'));
  noteTold('soup');
  await telling;
  await tellInOneWindow('salad', () => false, tell('one'));
  expect(told).toEqual([]);
});
