import type { OidcSettings } from '@parley/access/http/sign-in/oidc-settings';
import type { Config } from '@parley/platform/config/config';
import type { MasterKey } from '@parley/platform/security/master-key';

/** How we are known to the configured issuer, or else to the embedded provider on our own port. */
export function oidcSettings(config: Config, masterKey: MasterKey): OidcSettings {
  if (config.oidc) return config.oidc;
  return {
    issuer: `${config.publicUrl}/oidc`,
    clientId: 'parley-web',
    clientSecret: masterKey.purpose('identity-provider').toString('base64url'),
    // The public address may be a proxy's, or one that only browsers reach.
    reachedAt: `http://127.0.0.1:${config.port}/oidc`,
  };
}
