import { join } from 'node:path';

/** Path of the built product, which is beside the built benchmarks. */
export const SERVER = join(__dirname, '../server/main.js');
