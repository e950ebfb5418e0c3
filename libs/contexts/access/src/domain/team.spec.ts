import type { TeamDetails, TeamEvent } from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
import { comparableName, team } from './team';

const create = { type: 'Create', name: 'Sales', colour: '#3b4fd8' } as const;
const created: TeamEvent = { type: 'TeamCreated', data: { name: 'Sales', colour: '#3b4fd8' } };
const joined: TeamEvent = { type: 'TeamMemberAdded', data: { userId: 'u1' } };
const left: TeamEvent = { type: 'TeamMemberRemoved', data: { userId: 'u1' } };
const deleted: TeamEvent = { type: 'TeamDeleted', data: {} };
const details: TeamDetails = { name: 'Sales', colour: '#3b4fd8', email: null, sendNotification: false };
const changed = (change: Partial<TeamDetails>): TeamEvent => ({
  type: 'TeamDetailsChanged',
  data: { ...details, ...change },
});
const change = (wanted: Partial<TeamDetails>) => ({ type: 'Change', details: wanted }) as const;

describe('Creating a team', () => {
  test('creating a team twice records it once', () => {
    expect(given(team, []).when(create)).toEqual([created]);
    expect(given(team, [created]).when({ ...create, name: 'Other' })).toEqual([]);
    expect(given(team, [created, deleted]).when(create)).toEqual([]);
  });

  test('creating a team records its details and each member once', () => {
    const all = { email: ' sales@harbour.example ', sendNotification: true, userIds: ['u1', 'u2', 'u1'] };
    expect(given(team, []).when({ ...create, ...all })).toEqual([
      created,
      changed({ email: 'sales@harbour.example', sendNotification: true }),
      joined,
      { type: 'TeamMemberAdded', data: { userId: 'u2' } },
    ]);
  });

  test('creating a team trims its name and writes its colour in lower case', () => {
    expect(given(team, []).when({ ...create, name: '  Night \n shift ', colour: '#3B4FD8' })).toEqual([
      { type: 'TeamCreated', data: { name: 'Night shift', colour: '#3b4fd8' } },
    ]);
  });
});

describe.each([
  ['team_name_invalid', { name: ' \t' }],
  ['team_name_invalid', { name: 'x'.repeat(61) }],
  ['team_colour_invalid', { colour: 'teal' }],
  ['team_colour_invalid', { colour: '#3b4fd' }],
  ['team_colour_invalid', { colour: '#3b4fd8;background:url(//x)' }],
  ['team_email_invalid', { email: 'sales' }],
  ['team_email_invalid', { email: 'sales@harbour' }],
  ['team_email_invalid', { email: 'a@b.example, c@d.example' }],
  ['team_email_invalid', { email: 'sales@harbour.example\nBcc: all@harbour.example' }],
  ['team_email_invalid', { email: `${'x'.repeat(250)}@b.example` }],
  ['team_email_missing', { sendNotification: true }],
])('%s', (code, wrong) => {
  test(`refuses ${JSON.stringify(wrong).slice(0, 80)}, new or changed`, () => {
    expect(() => given(team, []).when({ ...create, ...wrong })).toThrow(code);
    expect(() => given(team, [created]).when(change(wrong))).toThrow(code);
  });
});

describe('Changing a team', () => {
  test('a change keeps the fields that are absent', () => {
    const before = changed({ email: 'sales@harbour.example', sendNotification: true });
    expect(given(team, [created, before]).when(change({ name: 'Vendors' }))).toEqual([
      changed({ name: 'Vendors', email: 'sales@harbour.example', sendNotification: true }),
    ]);
  });

  test('a change records nothing if nothing differs', () => {
    const renamed = changed({ name: 'Vendors' });
    expect(given(team, [created, renamed]).when(change({ name: ' Vendors' }))).toEqual([]);
    expect(given(team, [created]).when(change({}))).toEqual([]);
    expect(given(team, [created]).when(change({ name: undefined }))).toEqual([]);
  });

  test('a change treats an empty address as none, and is rejected while notifications are on', () => {
    const before = changed({ email: 'sales@harbour.example', sendNotification: true });
    const { when } = given(team, [created, before]);
    expect(() => when(change({ email: '' }))).toThrow('team_email_missing');
    expect(when(change({ email: '', sendNotification: false }))).toEqual([changed({})]);
  });

  test('a change with the complete list of members records which users joined and left', () => {
    expect(given(team, [created, joined]).when({ type: 'Change', details: {}, userIds: ['u2'] })).toEqual([
      { type: 'TeamMemberAdded', data: { userId: 'u2' } },
      left,
    ]);
    expect(given(team, [created, joined]).when(change({ name: 'Sales' }))).toEqual([]);
    expect(given(team, [created, joined]).when({ type: 'Change', details: {}, userIds: [] })).toEqual([left]);
  });
});

describe('Team members', () => {
  test('members join once, leave once, and can join again', () => {
    const add = { type: 'AddMember', userId: 'u1' } as const;
    const remove = { type: 'RemoveMember', userId: 'u1' } as const;
    expect(given(team, [created]).when(add)).toEqual([joined]);
    expect(given(team, [created, joined]).when(add)).toEqual([]);
    expect(given(team, [created, joined]).when(remove)).toEqual([left]);
    expect(given(team, [created, joined, left]).when(remove)).toEqual([]);
    expect(given(team, [created, joined, left]).when(add)).toEqual([joined]);
  });
});

test('a team is deleted once, and is not found afterwards', () => {
  expect(given(team, [created]).when({ type: 'Delete' })).toEqual([deleted]);
  const { when } = given(team, [created, joined, deleted]);
  expect(when({ type: 'Delete' })).toEqual([]);
  expect(() => when({ type: 'AddMember', userId: 'u2' })).toThrow('not_found');
  expect(() => when(change({ name: 'Vendors' }))).toThrow('not_found');
});

test('a command to a team that was never created is rejected as not found', () => {
  const { when } = given(team, []);
  expect(() => when({ type: 'AddMember', userId: 'u1' })).toThrow('not_found');
  expect(() => when(change({ name: 'Vendors' }))).toThrow('not_found');
  expect(() => when({ type: 'Delete' })).toThrow('not_found');
});

test('names that differ in case or spaces compare as equal', () => {
  expect(comparableName(' NIGHT  Shift')).toBe(comparableName('night shift'));
  expect(comparableName('Équipe')).toBe(comparableName('équipe'));
  expect(comparableName('Sales')).not.toBe(comparableName('Sales 2'));
});
