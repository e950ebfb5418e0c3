/** What a channel keeps sealed: the token for the provider's API, the key of its signatures, the word of its challenge. */
export type SecretName = 'access-token' | 'app-secret' | 'verify-token';
