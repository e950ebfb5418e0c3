import { randomBytes, randomUUID } from 'node:crypto';
import type { Office, Press } from '../office';
import { keyed, look, made, named, post, pressed, remove, sets, type Area } from '../presses';

export const area: Area = {
  buttons: {
    'a new team': named('/teams', look, 'TeamCreated', 'team_name_taken'),
    'a new team under one key': keyed('/teams', look, 'TeamCreated'),
    'a new user': named('/users', person, 'UserInvited', 'user_email_taken'),
    'a new user under one key': keyed('/users', person, 'UserInvited'),
    'delete of a team': async (office) => {
      const { id: team } = await made(office, post('/teams', look()));
      return pressed(remove(`/teams/${team}`), 'TeamDeleted');
    },
    'delete of a user': async (office) => {
      const { id: user } = await made(office, post('/users', person(), office.admin));
      return {
        ...pressed(remove(`/users/${user}`, office.admin), 'UserDeleted'),
        others: ['ok', 'not_found'],
      };
    },
    'resend of an invitation': async (office) => {
      const { id: user } = await made(office, post('/users', person(), office.admin));
      await office.happens((story) => story.add(`user-${user}`, { type: 'InvitationSent', data: {} }));
      return pressed(post(`/users/${user}/invitation`, {}, office.admin), 'InvitationRenewed');
    },
    'a new allowed address': async (office) => {
      await allow(office, '127.0.0.1');
      const press = post('/ip-whitelist', { name: 'Office', address: anyAddress() }, office.admin);
      return { ...pressed(press, 'IpWhitelistEntryAdded'), others: ['ip_address_taken'] };
    },
    'a new allowed address under one key': async (office) => {
      await allow(office, '127.0.0.1');
      const entry = () => ({ name: 'Office', address: anyAddress() });
      return keyed('/ip-whitelist', entry, 'IpWhitelistEntryAdded')(office);
    },
    'delete of an address': async (office) => {
      await allow(office, '127.0.0.1');
      const { id: entry } = await allow(office, anyAddress());
      const press = remove(`/ip-whitelist/${entry}`, office.admin);
      return { ...pressed(press, 'IpWhitelistEntryRemoved'), others: ['not_found'] };
    },
    'request for more users': async (office) => {
      const limit = (await office.count('UserLimitRaiseRequested')) + 100;
      await office.happens((story) => story.setting({ name: 'limitUsers', value: limit }));
      const wanted = limit + 5;
      const press = post('/users/limit-requests', { wanted }, office.admin);
      return pressed(press, 'UserLimitRaiseRequested');
    },
    'a setting of the organisation': async (office) => {
      const value = !(await isExpanded(office));
      return pressed(settings(office, { expandedTeamFilter: value }), 'CustomerSettingChanged');
    },
  },
  unpressed: {
    'PATCH /teams/:id': sets,
    'PATCH /users/:id':
      'sets; if two administrators deactivate each other at the same time, one of them stays active (user.handler.int.spec.ts)',
    'PUT /users/:id/signature': sets,
    'PUT /users/:id/signatures/:channelId': sets,
    'POST /users/:id/sign-out': 'ends the sessions that there are; a second time there are none',
    'POST /users/:id/invitation-link': 'shows the link of the invitation that there is',
    'PATCH /ip-whitelist/:id': sets,
  },
};

function person() {
  return { displayName: 'Nora', email: `nora-${randomUUID()}@us.example`, role: 'user' };
}

function settings(office: Office, body: object): Press {
  return { method: 'PATCH', path: '/customer-settings/from-map', by: office.admin, body };
}

const anyAddress = () => {
  const [a, b] = randomBytes(2);
  return `10.1.${a}.${b}`;
};

async function isExpanded(office: Office): Promise<boolean> {
  const { rows } = await office.database.query<{ value: boolean }>(
    `select (e.data ->> 'value')::boolean as value from event_log.event e join event_log.stream s on s.no = e.stream_no
      where s.customer_id = $1 and e.type = 'CustomerSettingChanged' and e.data ->> 'name' = 'expandedTeamFilter'
      order by e.position desc limit 1`,
    [office.customerId],
  );
  return rows[0]?.value ?? false;
}

/** Allows an IP address, unless it is already allowed. */
async function allow(office: Office, address: string): Promise<{ id: string }> {
  const { body } = await office.press(post('/ip-whitelist', { name: 'Here', address }, office.admin));
  return body as { id: string };
}
