import { loadConfig } from '@parley/platform/config/config';
import { demoPassword, demoSignIn, DemoSignInFailed } from './demo-sign-in';

/**
 * An ID token of a demo user, by signing in at the running server.
 * @throws DemoSignInFailed, ConfigError
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
