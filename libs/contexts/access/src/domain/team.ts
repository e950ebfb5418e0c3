import type { TeamDetails, TeamEvent } from '@parley/contracts/events';
import { normalizeText } from '@parley/contracts/rules/normalized-text';
import { NotFound, Rejected, type Decider } from '@parley/event-sourcing/decider/decider';

export type TeamCommand =
  | {
      type: 'Create';
      name: string;
      colour: string;
      email?: string | null;
      sendNotification?: boolean;
      userIds?: readonly string[];
    }
  /** Changes the team; absent fields keep their values. `userIds` is the complete list of members. */
  | { type: 'Change'; details: Partial<TeamDetails>; userIds?: readonly string[] }
  | { type: 'AddMember'; userId: string }
  | { type: 'RemoveMember'; userId: string }
  | { type: 'Delete' };

export interface TeamState {
  status: 'missing' | 'present' | 'deleted';
  details: TeamDetails;
  members: readonly string[];
}

export const MAX_TEAM_NAME_LENGTH = 60;
const MAX_ADDRESS_LENGTH = 254;
const ADDRESS = /^[^\s@<>()[\],;:\\"]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** A team of users who share conversations. */
export const team: Decider<TeamCommand, TeamState, TeamEvent> = {
  initialState: {
    status: 'missing',
    details: { name: '', colour: '', email: null, sendNotification: false },
    members: [],
  },

  decide(command, state) {
    if (command.type === 'Create') return state.status === 'missing' ? create(command) : [];
    if (command.type === 'Delete' && state.status === 'deleted') return [];
    if (state.status !== 'present') throw new NotFound();
    switch (command.type) {
      case 'Change':
        return [...changeDetails(state.details, command.details), ...changeMembers(state, command.userIds)];
      case 'AddMember':
        return changeMembers(state, [...state.members, command.userId]);
      case 'RemoveMember':
        return changeMembers(
          state,
          state.members.filter((member) => member !== command.userId),
        );
      case 'Delete':
        return [{ type: 'TeamDeleted', data: {} }];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'TeamCreated':
        return { ...state, status: 'present', details: { ...state.details, ...event.data } };
      case 'TeamDetailsChanged':
        return { ...state, details: event.data };
      case 'TeamMemberAdded':
        return { ...state, members: [...state.members, event.data.userId] };
      case 'TeamMemberRemoved':
        return { ...state, members: state.members.filter((userId) => userId !== event.data.userId) };
      case 'TeamDeleted':
        return { ...state, status: 'deleted', members: [] };
    }
  },
};

/**
 * Returns the form in which names are compared: equal for names that differ only in case, spaces or the encoding of
 * accents.
 */
export function comparableName(name: string): string {
  return tidy(name).toLocaleLowerCase('en');
}

function create({
  name,
  colour,
  email = null,
  sendNotification = false,
  userIds = [],
}: Extract<TeamCommand, { type: 'Create' }>): TeamEvent[] {
  const details = valid({ name, colour, email, sendNotification });
  const created = { name: details.name, colour: details.colour };
  return [
    { type: 'TeamCreated', data: created },
    ...changeDetails({ ...created, email: null, sendNotification: false }, details),
    ...added(userIds),
  ];
}

function changeDetails(before: TeamDetails, wanted: Partial<TeamDetails>): TeamEvent[] {
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const details = valid({ ...before, ...given });
  const isSame = (Object.keys(details) as (keyof TeamDetails)[]).every((key) => details[key] === before[key]);
  return isSame ? [] : [{ type: 'TeamDetailsChanged', data: details }];
}

function changeMembers({ members }: TeamState, userIds: readonly string[] = members): TeamEvent[] {
  const gone = members.filter((userId) => !userIds.includes(userId));
  return [
    ...added(userIds.filter((userId) => !members.includes(userId))),
    ...gone.map((userId): TeamEvent => ({ type: 'TeamMemberRemoved', data: { userId } })),
  ];
}

function added(userIds: readonly string[]): TeamEvent[] {
  return [...new Set(userIds)].map((userId) => ({ type: 'TeamMemberAdded', data: { userId } }));
}

/**
 * Normalises the details.
 * @throws Rejected `team_name_invalid`, `team_colour_invalid`, `team_email_invalid`, `team_email_missing`
 */
function valid({ name, colour, email, sendNotification }: TeamDetails): TeamDetails {
  const details = {
    name: tidy(name),
    colour: colour.toLowerCase(),
    email: email?.trim() || null,
    sendNotification,
  };
  if (details.name === '' || details.name.length > MAX_TEAM_NAME_LENGTH)
    throw new Rejected('team_name_invalid');
  if (!/^#[0-9a-f]{6}$/.test(details.colour)) throw new Rejected('team_colour_invalid');
  if (details.email !== null && (details.email.length > MAX_ADDRESS_LENGTH || !ADDRESS.test(details.email))) {
    throw new Rejected('team_email_invalid');
  }
  if (sendNotification && details.email === null) throw new Rejected('team_email_missing');
  return details;
}

function tidy(name: string): string {
  return normalizeText(name, 'NFC').replace(/\s+/g, ' ').trim();
}
