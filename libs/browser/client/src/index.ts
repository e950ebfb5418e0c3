export { ParleyClient } from './client';
export type { ConnectionOptions } from './connection';
export { ParleyRefusal } from './refusal';
export type { Following } from './events';
