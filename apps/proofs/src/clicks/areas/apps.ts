import type { Office } from '../office';
import { made, post, pressed, remove, sets, type Area } from '../presses';

export const area: Area = {
  buttons: {
    'install of an app': async (office) => {
      const app = await installation(office);
      await office.press(remove(`/apps/${app.id}`, office.admin));
      return pressed(post('/apps', app.request, office.admin), 'AppInstalled');
    },
    'uninstall of an app': async (office) => {
      const { id: app } = await installation(office);
      return pressed(remove(`/apps/${app}`, office.admin), 'AppUninstalled');
    },
    'restore of an app': async (office) => {
      const { id: app } = await installation(office);
      await office.press(remove(`/apps/${app}`, office.admin));
      return pressed(post(`/apps/${app}/restore`, {}, office.admin), 'AppRestored');
    },
  },
  unpressed: {
    'PUT /apps/:id': sets,
    'POST /apps/:id/update': sets,
    'POST /apps/:id/connection': 'each window has a sign-in of its own, of which the last counts',
    'DELETE /apps/:id/connection': 'is disconnected once (installed-app.spec.ts)',
    'POST /app-connections': 'accepts a sign-in once (connect.int.spec.ts)',
    'POST /apps/:id/test': 'reads: asks the app’s service whether its settings are right',
    'POST /apps/:id/token': 'makes a token that lasts a minute, and changes nothing',
    'POST /apps/:id/data':
      'records by name, once under one key (apps.int.spec.ts, “keep records by name, with versions”)',
    'PUT /apps/:id/data/:recordId':
      'one of two changes of a version succeeds (apps.int.spec.ts, “keep records by name, with versions”)',
    'DELETE /apps/:id/data/:recordId': 'deleted twice is deleted; the second finds none',
    'POST /plugins/proxy': 'calls another service as often as it is asked to',
    'POST /plugins/:pluginId/email': 'an e-mail under one key has one id, by which a mailbox tells it twice',
  },
};

async function installation(office: Office) {
  const scopes = ['contact:read', 'proxy'];
  const request = { packageName: 'orders', version: '1.0.0', scopes };
  return { request, ...(await made(office, post('/apps', request, office.admin))) };
}
