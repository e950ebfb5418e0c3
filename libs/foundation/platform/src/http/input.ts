import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';

const MAX_ERRORS = 20;
/** Maximum length of an unknown field's name in an error. */
const MAX_NAME_LENGTH = 100;

export interface InvalidField {
  /** Dotted path, such as `content.location.latitude`. */
  field: string;
  /** The class-validator rule that the field breaks, or `unknown` for a field that the route does not accept. */
  rule: string;
}

/** A body, query or parameter breaks the rules of its class. */
export class InvalidInput extends CodedError {
  constructor(override readonly errors: InvalidField[]) {
    super('invalid_input', errors.map(({ field, rule }) => `${field}: ${rule}`).join(', '));
  }
}

/**
 * Validates the client's input and converts it into instances of the classes in contracts/api; refuses unknown
 * fields.
 */
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

/** Adds the broken rules of a field and of the fields within it, up to MAX_ERRORS. */
function addBroken(broken: InvalidField[], error: ValidationError, parent = ''): void {
  // If the body is no object, the validator names no property.
  const name = ((error.property as string | undefined) ?? 'body').toWellFormed().slice(0, MAX_NAME_LENGTH);
  const field = parent ? `${parent}.${name}` : name;
  for (const rule of Object.keys(error.constraints ?? {})) {
    if (broken.length >= MAX_ERRORS) return;
    broken.push({ field, rule: rule === 'whitelistValidation' ? 'unknown' : rule });
  }
  for (const child of error.children ?? []) {
    if (broken.length >= MAX_ERRORS) return;
    addBroken(broken, child, field);
  }
}
