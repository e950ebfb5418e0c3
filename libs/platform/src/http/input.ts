import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';

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
    exceptionFactory: (errors) => new InvalidInput(errors.flatMap((error) => brokenRules(error))),
  });
}

function brokenRules(error: ValidationError, parent = ''): InvalidField[] {
  const field = parent ? `${parent}.${error.property}` : error.property;
  const own = Object.keys(error.constraints ?? {}).map((rule) => ({
    field,
    rule: rule === 'whitelistValidation' ? 'unknown' : rule,
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => brokenRules(child, field))];
}
