import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';

const MOST_ERRORS = 20;
/** Characters that are said of a name which we do not know. */
const LONGEST_NAME = 100;

export interface InvalidField {
  /** Dotted path: `content.location.latitude`. */
  field: string;
  /** The class-validator rule that it breaks, or `unknown` for a field that we do not take. */
  rule: string;
}

/** A body, query or parameter that breaks the rules of its class. */
export class InvalidInput extends CodedError {
  constructor(override readonly errors: InvalidField[]) {
    super('invalid_input', errors.map(({ field, rule }) => `${field}: ${rule}`).join(', '));
  }
}

/** Turns what a client sends into instances of the classes in contracts/api; unknown fields are refused. */
export function inputPipe(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    exceptionFactory: (errors) => {
      const broken: InvalidField[] = [];
      for (const error of errors) addBroken(broken, error);
      return new InvalidInput(broken);
    },
  });
}

/** Adds which rules it breaks, until there are as many as anybody reads. */
function addBroken(broken: InvalidField[], error: ValidationError, parent = ''): void {
  // Of something that is no object at all the validator names no property.
  const name = ((error.property as string | undefined) ?? 'body').toWellFormed().slice(0, LONGEST_NAME);
  const field = parent ? `${parent}.${name}` : name;
  for (const rule of Object.keys(error.constraints ?? {})) {
    if (broken.length >= MOST_ERRORS) return;
    broken.push({ field, rule: rule === 'whitelistValidation' ? 'unknown' : rule });
  }
  for (const child of error.children ?? []) {
    if (broken.length >= MOST_ERRORS) return;
    addBroken(broken, child, field);
  }
}
