import type { UserEvent } from '../user.events';
import type { ExamplesOf } from './examples-of';
import { channelId, userId, teamId } from './ids';

export const userExamples: ExamplesOf<UserEvent> = {
  InvitationAccepted: [{}],
  InvitationFailed: [{ reason: 'unreachable' }, { reason: 'address_refused' }, { reason: 'refused' }],
  InvitationRenewed: [{ at: null }, { at: '2026-03-02T09:30:00.000Z' }],
  InvitationSent: [{}],
  UserAdded: [
    { subject: userId, personal: { displayName: 'Tom', email: 'tom@harbour.example' }, role: 'user' },
    { subject: userId, personal: null, role: 'admin' },
  ],
  UserActivated: [{}],
  UserDeactivated: [{}],
  UserDeleted: [
    { reassignTo: { userId, teamId: null } },
    { reassignTo: { userId: null, teamId } },
    { reassignTo: { userId: null, teamId: null } },
  ],
  UserDetailsChanged: [
    { subject: userId, personal: { displayName: 'Tom Baker', email: 'baker@harbour.example' } },
    { subject: userId, personal: null },
  ],
  UserChannelSignatureChanged: [
    { subject: userId, personal: { html: '<p>Tom, repairs</p>' }, channelId },
    { subject: userId, personal: { html: '' }, channelId },
    { subject: userId, personal: null, channelId },
  ],
  UserInvited: [
    { subject: userId, personal: { displayName: 'Tom', email: 'tom@harbour.example' }, role: 'manager' },
    { subject: userId, personal: null, role: 'user' },
  ],
  UserRoleChanged: [{ role: 'manager' }],
  UserSettingChanged: [{ name: 'language', value: 'nl' }],
  UserSignedIn: [
    { subject: userId, personal: { identityProviderId: 'auth0|5f7c8ec7c33c6c004bbafe82' } },
    { subject: userId, personal: null },
  ],
  UserSignatureChanged: [
    { subject: userId, personal: { html: '<p>Kind regards, Tom</p>' } },
    { subject: userId, personal: null },
  ],
  UserStatusChanged: [{ status: 'away' }],
  UserTeamFilterForced: [{ enforceTeamFilter: true, enforceUnassignedChats: false }],
};
