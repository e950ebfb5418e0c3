import type { Feature } from '@parley/feature/feature';
import {
  EmbeddedAccountCosts1764400000000,
  EmbeddedAccounts1764000000000,
  EmbeddedIdentity1763700007000,
} from './identity.migration';

/**
 * The migrations of the embedded identity provider. Its module is imported by the application itself, since processes
 * of all roles need the issuer.
 */
export const identity: Feature = {
  migrations: [
    EmbeddedIdentity1763700007000,
    EmbeddedAccounts1764000000000,
    EmbeddedAccountCosts1764400000000,
  ],
};
