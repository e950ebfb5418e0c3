import { join } from 'node:path';

/** The product as it was built beside the bench. */
export const SERVER = join(__dirname, '../server/main.js');
