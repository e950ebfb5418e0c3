/** A setting is invalid. The message is one sentence for operators, without secrets. */
export class ConfigError extends Error {}
