import { v5 as uuidV5 } from 'uuid';

const ASSETS = '5f0d3c7e-8f5c-4e0a-9a3e-6a5d7f7b2c11';

/**
 * Our id of a received message's file: the same however often the provider tells of it, also when the message is
 * edited around it.
 */
export function assetIdOf(externalId: string, mediaId: string): string {
  return uuidV5(`${externalId}/${mediaId}`, ASSETS);
}
