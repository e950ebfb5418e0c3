import { createKeyedStore } from '../../../lib/keyed-store';

export type Mode = 'reply' | 'note';

/** Whether one answers the contact or writes for colleagues, by conversation. */
export const modes = createKeyedStore<Mode>('reply');
