import type { OidcSettings } from '@parley/access/http/sign-in/oidc-settings';
import type { Config } from '@parley/platform/config/config';
import type { MasterKey } from '@parley/platform/security/master-key';

/** @returns the settings for the configured issuer, or for the embedded provider on this server's port */
export function oidcSettings(config: Config, masterKey: MasterKey): OidcSettings {
  if (config.oidc) return config.oidc;
  return {
    issuer: `${config.publicUrl}/oidc`,
    clientId: 'parley-web',
    clientSecret: masterKey.purpose('identity-provider').toString('base64url'),
    // The public address may belong to a proxy, or be reachable for browsers only.
    reachedAt: `http://127.0.0.1:${config.port}/oidc`,
  };
}
