import type { RecordedEvent, UserEvent } from '@parley/contracts/events';
import type { UserRow } from './access.rows';

/** The row of a user after an event; null if the user is unknown. */
export function userAfter(
  known: UserRow | null,
  id: string,
  event: RecordedEvent & UserEvent,
): UserRow | null {
  if (event.type === 'UserAdded' || event.type === 'UserInvited') {
    const { role, personal } = event.data;
    const isInvited = event.type === 'UserInvited';
    return {
      id,
      customer_id: event.customerId,
      role,
      display_name: personal?.displayName ?? null,
      email: personal?.email ?? null,
      state: isInvited ? 'invited' : 'active',
      last_login: null,
      invitation: isInvited ? 'pending' : null,
      invitation_failure: null,
      enforce_team_filter: false,
      enforce_unassigned_chats: false,
    };
  }
  return known && { ...known, ...changesOf(event) };
}

function changesOf(event: RecordedEvent & UserEvent): Partial<UserRow> {
  switch (event.type) {
    case 'UserDetailsChanged': {
      const { personal } = event.data;
      return { display_name: personal?.displayName ?? null, email: personal?.email ?? null };
    }
    case 'UserRoleChanged':
      return { role: event.data.role };
    case 'InvitationRenewed':
      return { invitation: 'pending', invitation_failure: null };
    case 'InvitationSent':
      return { invitation: 'sent' };
    case 'InvitationFailed':
      return { invitation: 'failed', invitation_failure: event.data.reason };
    case 'UserActivated':
      return { state: 'active' };
    case 'UserDeactivated':
      return { state: 'deactivated' };
    case 'UserDeleted':
      return { state: 'deleted' };
    case 'UserSignedIn':
      return { last_login: event.time };
    case 'UserTeamFilterForced': {
      const { enforceTeamFilter, enforceUnassignedChats } = event.data;
      return { enforce_team_filter: enforceTeamFilter, enforce_unassigned_chats: enforceUnassignedChats };
    }
    default:
      return {};
  }
}
