import { loadConfig } from '@parley/platform/config/config';
import { demoPassword, demoSignIn, DemoSignInFailed } from './demo-sign-in';

/**
 * @returns an ID token of a demo user, from a sign-in at the running server
 * @throws DemoSignInFailed if the sign-in fails
 * @throws ConfigError if a setting is invalid
 */
export async function tokenFor([email, ...rest]: string[], env: NodeJS.ProcessEnv): Promise<string> {
  if (!email || rest.length > 0) throw new DemoSignInFailed('Usage: scripts/token EMAIL');
  if (env.OIDC_ISSUER) {
    throw new DemoSignInFailed(
      'OIDC_ISSUER is set: tokens come from that issuer, and there are no demo users.',
    );
  }
  const { publicUrl, frontendApiKey } = loadConfig(env);
  const { idToken } = await demoSignIn(publicUrl, { email, password: demoPassword }, frontendApiKey);
  return idToken;
}
