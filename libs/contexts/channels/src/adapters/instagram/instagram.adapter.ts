import { manifest } from '@parley/contracts/channels/instagram/manifest';
import { surfaceOf } from '../meta-messaging/account';
import { adapterOf } from '../meta-messaging/adapter-of';

export const instagram = surfaceOf({
  manifest,
  platform: 'instagram',
  accountField: 'accountId',
  account: {
    fields: 'instagram_business_account{id,username}',
    path: ['instagram_business_account'],
    name: 'username',
  },
  profileFields: 'name,username',
});

/** Instagram, through a professional account. */
export const instagramAdapter = adapterOf(instagram);
