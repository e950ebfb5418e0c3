import { endToEndOf } from '../../meta-messaging/testing/end-to-end-of';

export const endToEnd = endToEndOf('instagram', { accountId: '17840000000000001' }, ['read']);
