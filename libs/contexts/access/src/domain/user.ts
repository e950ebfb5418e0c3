import { MAX_CHANNEL_SIGNATURES, SIGNATURE_LIMIT, sizeOfSignature } from '@parley/contracts/rules/signature';
import type {
  MailFailure,
  OnlineStatus,
  Role,
  UserDetails,
  UserEvent,
  UserSettingName,
} from '@parley/contracts/events';
import { NotFound, Rejected, type Decider } from '@parley/event-sourcing/decider/decider';
import { userSettingValues } from './user-settings';

/** Changes that an administrator or manager makes to a user; absent fields keep their values. */
export interface UserChanges extends Partial<UserDetails> {
  role?: Role;
  active?: boolean;
  enforceTeamFilter?: boolean;
  enforceUnassignedChats?: boolean;
}

/** The user who gives the command, and the data about other users that the rules need. */
export interface Asking {
  by: { userId: string; role: Role };
  /** Whether the organisation has an active administrator other than the user whom the command changes. */
  hasOtherAdministrator: boolean;
}

export type UserCommand =
  | ({ type: 'Add'; userId: string; role: Role } & UserDetails)
  | ({ type: 'Invite'; userId: string; role: Role; by: Asking['by'] } & UserDetails)
  | { type: 'RenewInvitation'; by: Asking['by']; at: string }
  | { type: 'RecordInvitation'; invitation: number; failure: MailFailure | null }
  /**
   * `invitation`: number of the invitation whose link the user opened; undefined if the identity provider identified
   * the user.
   */
  | { type: 'AcceptInvitation'; invitation?: number }
  | ({ type: 'Change'; changes: UserChanges } & Asking)
  | ({ type: 'Delete'; reassignTo: { userId: string | null; teamId: string | null } } & Asking)
  | { type: 'SignIn'; identityProviderId: string }
  | { type: 'ChangeSettings'; settings: { name: UserSettingName; value: string }[] }
  | { type: 'ChangeSignature'; userId: string; html: string }
  /** Sets the signature for one channel; if `html` is empty, the general signature applies to the channel again. */
  | { type: 'ChangeChannelSignature'; userId: string; channelId: string; html: string }
  | { type: 'ChangeStatus'; status: OnlineStatus };

export interface UserState {
  userId: string;
  status: 'missing' | 'invited' | 'accepted' | 'active' | 'deactivated' | 'deleted';
  role: Role;
  /** Null after the user was erased. */
  details: UserDetails | null;
  /** Number of invitations so far; only the last of them can be accepted. */
  invitation: number;
  invitationOutcome: 'pending' | 'sent' | 'failed';
  /** Time of the last request for another invitation, ISO 8601; null if there was no such request. */
  invitationRenewedAt: string | null;
  settings: Readonly<Partial<Record<UserSettingName, string>>>;
  /** The general signature; null after the user was erased. */
  signature: string | null;
  /** Signatures that replace the general one, by channel id. */
  channelSignatures: Readonly<Record<string, string>>;
  onlineStatus: OnlineStatus;
  enforceTeamFilter: boolean;
  enforceUnassignedChats: boolean;
}

/** Time in ms after a renewal for which an invitation whose mail has no outcome counts as on its way. */
const INVITATION_ON_ITS_WAY_MS = 60_000;

/** A user of an organisation, from invitation to deletion: their profile, role and settings. */
export const user: Decider<UserCommand, UserState, UserEvent> = {
  initialState: {
    userId: '',
    status: 'missing',
    role: 'user',
    details: null,
    invitation: 0,
    invitationOutcome: 'pending',
    invitationRenewedAt: null,
    settings: {},
    signature: '',
    channelSignatures: {},
    onlineStatus: 'offline',
    enforceTeamFilter: false,
    enforceUnassignedChats: false,
  },

  decide(command, state) {
    if (command.type === 'Add' || command.type === 'Invite') return enter(command, state);
    if (!isMember(state)) {
      // Deleting a deleted user is a no-op.
      if (command.type === 'Delete' && state.status === 'deleted') return [];
      throw new NotFound();
    }
    switch (command.type) {
      case 'RenewInvitation':
        requireReach(command.by, state.role);
        if (state.status !== 'invited') throw new Rejected('invitation_used');
        // The last invitation's mail is still on its way, and another renewal would invalidate its link.
        if (isOnItsWay(state, command.at)) return [];
        return [{ type: 'InvitationRenewed', data: { at: command.at } }];
      case 'RecordInvitation': {
        const isOver = state.status !== 'invited' || command.invitation !== state.invitation;
        if (isOver || state.invitationOutcome !== 'pending') return [];
        const { failure: reason } = command;
        return [
          reason ? { type: 'InvitationFailed', data: { reason } } : { type: 'InvitationSent', data: {} },
        ];
      }
      case 'AcceptInvitation': {
        const isLast = command.invitation === undefined || command.invitation === state.invitation;
        if (state.status !== 'invited' || !isLast) throw new Rejected('invitation_used');
        return [
          { type: 'InvitationAccepted', data: {} },
          { type: 'UserActivated', data: {} },
        ];
      }
      case 'Change':
        return change(command.changes, command, state);
      case 'Delete':
        requireReach(command.by, state.role);
        if (command.by.userId === state.userId) throw new Rejected('user_self');
        requireAdministrator(command, state);
        return [{ type: 'UserDeleted', data: { reassignTo: command.reassignTo } }];
      case 'SignIn': {
        if (state.status !== 'active') throw new Rejected('user_blocked');
        const { identityProviderId } = command;
        return [{ type: 'UserSignedIn', data: { subject: state.userId, personal: { identityProviderId } } }];
      }
      case 'ChangeSettings':
        return changeSettings(command.settings, state);
      case 'ChangeSignature': {
        const { userId, html } = command;
        if (sizeOfSignature(html) > SIGNATURE_LIMIT) throw new Rejected('signature_too_large');
        if (html === state.signature) return [];
        return [{ type: 'UserSignatureChanged', data: { subject: userId, personal: { html } } }];
      }
      case 'ChangeChannelSignature':
        return changeChannelSignature(command, state);
      case 'ChangeStatus': {
        const { status } = command;
        return status === state.onlineStatus ? [] : [{ type: 'UserStatusChanged', data: { status } }];
      }
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'UserAdded':
      case 'UserInvited': {
        const { subject: userId, personal: details, role } = event.data;
        const isInvited = event.type === 'UserInvited';
        const status = isInvited ? 'invited' : 'active';
        return { ...state, userId, details, role, status, invitation: isInvited ? 1 : 0 };
      }
      case 'InvitationRenewed':
        return {
          ...state,
          invitation: state.invitation + 1,
          invitationOutcome: 'pending',
          invitationRenewedAt: event.data.at,
        };
      case 'InvitationSent':
        return { ...state, invitationOutcome: 'sent' };
      case 'InvitationFailed':
        return { ...state, invitationOutcome: 'failed' };
      case 'InvitationAccepted':
        return { ...state, status: 'accepted' };
      case 'UserDetailsChanged':
        return { ...state, details: event.data.personal };
      case 'UserRoleChanged':
        return { ...state, role: event.data.role };
      case 'UserActivated':
        return { ...state, status: 'active' };
      case 'UserDeactivated':
        return { ...state, status: 'deactivated' };
      case 'UserDeleted':
        return { ...state, status: 'deleted' };
      case 'UserSignedIn':
        return state;
      case 'UserSettingChanged':
        return { ...state, settings: { ...state.settings, [event.data.name]: event.data.value } };
      case 'UserSignatureChanged':
        return { ...state, signature: event.data.personal?.html ?? null };
      case 'UserChannelSignatureChanged': {
        const { channelId, personal } = event.data;
        const { [channelId]: _before, ...others } = state.channelSignatures;
        const html = personal?.html ?? '';
        return { ...state, channelSignatures: html === '' ? others : { ...others, [channelId]: html } };
      }
      case 'UserStatusChanged':
        return { ...state, onlineStatus: event.data.status };
      case 'UserTeamFilterForced':
        return { ...state, ...event.data };
    }
  },
};

function changeChannelSignature(
  { userId: subject, channelId, html }: Extract<UserCommand, { type: 'ChangeChannelSignature' }>,
  { channelSignatures }: UserState,
): UserEvent[] {
  if (sizeOfSignature(html) > SIGNATURE_LIMIT) throw new Rejected('signature_too_large');
  const before = channelSignatures[channelId] ?? '';
  if (html === before) return [];
  const isOneMore = before === '' && Object.keys(channelSignatures).length >= MAX_CHANNEL_SIGNATURES;
  if (isOneMore) throw new Rejected('too_many_signatures');
  return [{ type: 'UserChannelSignatureChanged', data: { subject, channelId, personal: { html } } }];
}

/** Whether the user belongs to the organisation: invited, active or deactivated. */
export function isMember({ status }: UserState): boolean {
  return status !== 'missing' && status !== 'deleted';
}

function enter(command: Extract<UserCommand, { type: 'Add' | 'Invite' }>, state: UserState): UserEvent[] {
  if (command.type === 'Invite') requireReach(command.by, command.role);
  if (state.status !== 'missing') return [];
  const { userId: subject, displayName, email, role } = command;
  const type = command.type === 'Add' ? 'UserAdded' : 'UserInvited';
  return [{ type, data: { subject, personal: { displayName, email }, role } }];
}

function change(changes: UserChanges, asking: Asking, state: UserState): UserEvent[] {
  const { by } = asking;
  requireReach(by, state.role);
  const isSelf = by.userId === state.userId;
  const events: UserEvent[] = [];

  const { displayName = state.details?.displayName ?? '', email = state.details?.email ?? '' } = changes;
  if (displayName !== state.details?.displayName || email !== state.details?.email) {
    events.push({
      type: 'UserDetailsChanged',
      data: { subject: state.userId, personal: { displayName, email } },
    });
    // The invitation's link went to the old address, which may belong to another person, so the invitation is
    // renewed.
    const isElsewhere = email.toLowerCase() !== state.details?.email.toLowerCase();
    if (isElsewhere && state.status === 'invited')
      events.push({ type: 'InvitationRenewed', data: { at: null } });
  }

  const { role = state.role } = changes;
  if (role !== state.role) {
    requireReach(by, role);
    if (isSelf) throw new Rejected('user_self');
    requireAdministrator(asking, state);
    events.push({ type: 'UserRoleChanged', data: { role } });
  }

  if (changes.active === true && state.status !== 'active') {
    if (state.status === 'invited') throw new Rejected('user_not_accepted');
    events.push({ type: 'UserActivated', data: {} });
  }
  if (changes.active === false && state.status !== 'deactivated') {
    if (isSelf) throw new Rejected('user_self');
    if (state.status === 'invited') throw new Rejected('user_not_accepted');
    requireAdministrator(asking, state);
    events.push({ type: 'UserDeactivated', data: {} });
  }

  const { enforceTeamFilter = state.enforceTeamFilter } = changes;
  const { enforceUnassignedChats = state.enforceUnassignedChats } = changes;
  return [...events, ...forceTeamFilter({ enforceTeamFilter, enforceUnassignedChats }, state)];
}

function forceTeamFilter(
  wanted: Pick<UserState, 'enforceTeamFilter' | 'enforceUnassignedChats'>,
  state: UserState,
): UserEvent[] {
  const { enforceTeamFilter, enforceUnassignedChats } = wanted;
  const isSame =
    enforceTeamFilter === state.enforceTeamFilter && enforceUnassignedChats === state.enforceUnassignedChats;
  if (isSame) return [];
  return [{ type: 'UserTeamFilterForced', data: { enforceTeamFilter, enforceUnassignedChats } }];
}

/**
 * Whether the last invitation's mail may still be sent. Later, a missing outcome means that the mail was lost, so a
 * renewal sends a new one.
 */
function isOnItsWay({ invitationOutcome, invitationRenewedAt }: UserState, now: string): boolean {
  if (invitationOutcome !== 'pending' || invitationRenewedAt === null) return false;
  return Date.parse(now) - Date.parse(invitationRenewedAt) < INVITATION_ON_ITS_WAY_MS;
}

/** @throws Rejected `not_authorized` if a user who is no administrator creates or changes an administrator */
function requireReach(by: Asking['by'], role: Role): void {
  if (role === 'admin' && by.role !== 'admin') throw new Rejected('not_authorized');
}

/** Requires that the organisation keeps an active administrator, who can restore access for other users. */
function requireAdministrator({ hasOtherAdministrator }: Asking, { role, status }: UserState): void {
  if (role === 'admin' && status === 'active' && !hasOtherAdministrator) {
    throw new Rejected('last_administrator');
  }
}

function changeSettings(settings: { name: UserSettingName; value: string }[], state: UserState): UserEvent[] {
  const wrong = settings.find(({ name, value }) => !userSettingValues[name].includes(value));
  if (wrong) throw new Rejected('setting_invalid', wrong.name);
  // If a name has several values, the last one counts.
  const wanted = new Map(settings.map(({ name, value }) => [name, value]));
  return [...wanted]
    .filter(([name, value]) => (state.settings[name] ?? userSettingValues[name][0]) !== value)
    .map(([name, value]) => ({ type: 'UserSettingChanged', data: { name, value } }));
}
