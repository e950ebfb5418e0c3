import type { OidcSettings } from '@parley/access/http/sign-in/oidc-settings';
import type { Config } from '@parley/platform/config/config';
import type { MasterKey } from '@parley/platform/security/master-key';

/**
 * @returns the settings of the configured issuer, or of the embedded provider at this server's port if there is
 * none
 */
export function oidcSettings(config: Config, masterKey: MasterKey): OidcSettings {
  if (config.oidc) return config.oidc;
  return {
    issuer: `${config.publicUrl}/oidc`,
    clientId: 'parley-web',
    clientSecret: masterKey.purpose('identity-provider').toString('base64url'),
    // Not the public address, which may be that of a proxy or be reachable only for browsers.
    reachedAt: `http://127.0.0.1:${config.port}/oidc`,
  };
}
