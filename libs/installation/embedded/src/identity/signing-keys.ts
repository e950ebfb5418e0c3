import { exportJWK, generateKeyPair } from 'jose';
import type { JWKS } from 'oidc-provider';
import type { Secrets } from '@parley/platform/security/keys';

/** Customer id for the provider's secrets, which belong to no organisation. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const OWNER = 'embedded-identity-provider';

/**
 * @returns the keys that sign ID tokens. They are created at the first start and stored encrypted, since new keys
 * would sign all users out
 */
export async function signingKeys(secrets: Secrets): Promise<JWKS> {
  const kept = await secrets.get(NOBODY, OWNER, 'signing-keys');
  if (kept) return JSON.parse(kept) as JWKS;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwks = { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] } as JWKS;
  await secrets.put(NOBODY, OWNER, 'signing-keys', JSON.stringify(jwks));
  return jwks;
}
