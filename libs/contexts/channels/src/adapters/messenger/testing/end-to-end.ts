import { endToEndOf } from '../../meta-messaging/testing/end-to-end-of';

export const endToEnd = endToEndOf('messenger', { pageId: '102290129340398' }, ['delivered', 'read']);
