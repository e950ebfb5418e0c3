/** @jest-environment jsdom */
import { noteTold, tellInOneWindow } from './alert-turn';

const told: string[] = [];
const always = () => true;
const tell = (by: string) => () => void told.push(by);

beforeEach(() => {
  told.length = 0;
  localStorage.clear();
});

it('Of several windows one tells', async () => {
  await Promise.all(['one', 'other', 'third'].map((by) => tellInOneWindow('soup', always, tell(by))));
  expect(told).toHaveLength(1);
  await tellInOneWindow('soup', always, tell('late'));
  expect(told).toHaveLength(1);
  await tellInOneWindow('next', always, tell('one'));
  expect(told).toHaveLength(2);
});

it('None tells what a window shows, or what was read by then', async () => {
  const telling = tellInOneWindow('soup', always, tell('one'));
  noteTold('soup');
  await telling;
  await tellInOneWindow('salad', () => false, tell('one'));
  expect(told).toEqual([]);
});
