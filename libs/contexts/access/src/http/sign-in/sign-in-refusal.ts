import { errors, type JWTPayload } from 'jose';
import { CodedError } from '@parley/contracts/api/coded-error';

/** The browser returned without the cookie of its sign-in attempt, or with another state. */
export class UnknownAttempt extends Error {}

export const NO_ATTEMPT = 'the cookie of the sign-in is missing, older than 10 minutes or of another browser';

/** The issuer signed in a person who is not a user, or who is a user of another organisation than the host's. */
export class UnknownUser extends Error {}

/** The issuer refused the sign-in, or its response failed our checks. */
export class SignInRefused extends Error {}

/** The issuer rejects a code or refresh token. */
export class GrantRefused extends Error {}

const UNUSABLE_ANSWER = 'the answer of the issuer cannot be used';
const LOGGED_ELSEWHERE = 'an error that is logged by itself';

/**
 * Messages of passport-openidconnect and of our own errors, each with the reason to log, which contains neither
 * values of claims nor input of the browser.
 */
const OWN_WORDS = new Map([
  ['ID token contains invalid nonce.', 'the nonce in the ID token is not that of this sign-in'],
  ['ID token not issued by expected OpenID provider.', 'the claim iss is wrong'],
  ['ID token not intended for this relying party.', 'the claim aud does not name our client'],
  ['ID token missing authorizied party claim.', 'the claim azp is missing'],
  ['ID token not issued to this relying party.', 'the claim azp names another client'],
  ['ID token has expired.', 'the claim exp is in the past: compare the clocks'],
  ['no ID token', 'the issuer sent no ID token'],
  ['no refresh token', 'the issuer sent no refresh token'],
  ['another user', 'the renewed token names another user'],
  ['signed out meanwhile', 'the session ended while its token was renewed'],
]);

/**
 * The reason of a refusal for the operator's log: names of claims and codes of OAuth, but no values of claims, tokens
 * or input of the browser.
 * @param query the callback's query, whose `error` is the issuer's code
 */
export function reasonOfRefusal(error: unknown, query: Record<string, unknown> = {}): string {
  if (query.error !== undefined && error instanceof SignInRefused) {
    return `the issuer refused with ${oauthCode(query.error)}`;
  }
  if (error instanceof UnknownAttempt || error instanceof UnknownUser) return error.message;
  if (error instanceof CodedError) return reasonOfCode(error);
  if (error instanceof errors.JOSEError) return reasonOfToken(error);
  if (error instanceof Error) {
    const own = OWN_WORDS.get(error.message);
    if (own) return own;
    if (error instanceof SignInRefused && error.cause) {
      const reason = reasonOfRefusal(error.cause);
      return reason === LOGGED_ELSEWHERE ? UNUSABLE_ANSWER : reason;
    }
    if (error instanceof SignInRefused && error.message === 'login_expired') {
      return 'the ID token is older than the last sign-out: the clock of the issuer is behind';
    }
    if (error instanceof GrantRefused) {
      return `the token endpoint refused with ${oauthCode(error.message)}`;
    }
  }
  return error instanceof SignInRefused ? UNUSABLE_ANSWER : LOGGED_ELSEWHERE;
}

/** Names the claim because of which a valid token matches no user. */
export function reasonOfUnknown({ user_id, customer_id, email, email_verified }: JWTPayload): string {
  if (user_id !== undefined && customer_id !== undefined) {
    return 'the claims user_id and customer_id name no user';
  }
  if (typeof email !== 'string') return 'the claim email is missing';
  if (email_verified === undefined) return 'the claim email_verified is missing';
  if (email_verified !== true) return 'the claim email_verified is not true';
  return 'the address in the claim email is that of no user, or of several';
}

function reasonOfCode({ code }: CodedError): string {
  switch (code) {
    case 'user_blocked':
      return 'the user is deactivated';
    case 'ip_not_allowed':
      return 'the network address is not on the whitelist of the organisation';
    case 'unavailable':
      return 'the issuer or its keys are out of reach';
    default:
      return code;
  }
}

function reasonOfToken(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'the claim exp is in the past: compare the clocks';
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, reason } = error;
    if (reason === 'missing') return `the claim ${claim} is missing`;
    if (claim === 'nbf' || claim === 'iat') return `the claim ${claim} is in the future: compare the clocks`;
    return `the claim ${claim} is wrong`;
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return "the signature of the ID token does not match the issuer's key";
  }
  if (error instanceof errors.JWKSNoMatchingKey) return "the issuer's key set lacks the key of the ID token";
  if (error instanceof errors.JOSEAlgNotAllowed) return 'the ID token is signed with another algorithm';
  return `the ID token is invalid (${error.code})`;
}

/**
 * Returns a text that has the form of an OAuth error code; hides any other text, which could contain personal data.
 */
function oauthCode(text: unknown): string {
  return typeof text === 'string' && /^[a-z_]{1,40}$/.test(text) ? text : 'an unknown code';
}
