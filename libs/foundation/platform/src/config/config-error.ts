/** A setting that cannot be used: its message is one sentence for operators, without secrets. */
export class ConfigError extends Error {}
