import { join } from 'node:path';

/** The built product, beside the built benchmarks. */
export const SERVER = join(__dirname, '../server/main.js');
