import { manifest } from '@parley/contracts/channels/messenger/manifest';
import { surfaceOf } from '../meta-messaging/account';
import { adapterOf } from '../meta-messaging/adapter-of';

export const messenger = surfaceOf({
  manifest,
  platform: 'messenger',
  accountField: 'pageId',
  account: { fields: 'id,name', path: [], name: 'name' },
  profileFields: 'first_name,last_name',
});

/** Messenger, through a Facebook page. */
export const messengerAdapter = adapterOf(messenger);
