import { ApiProperty } from '@nestjs/swagger';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import { getMetadataStorage } from 'class-validator';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata';
import { isGiven } from '@parley/contracts/api/input';

export type InputClass = (abstract new (...args: never[]) => object) & { prototype: object };
type Facts = Record<string, unknown>;

/** The OpenAPI schema that each rule of class-validator corresponds to. */
const facts: Record<string, (rule: ValidationMetadata) => Facts> = {
  isString: () => ({ type: 'string' }),
  isInt: () => ({ type: 'integer' }),
  isNumber: () => ({ type: 'number' }),
  isBoolean: () => ({ type: 'boolean' }),
  isUuid: () => ({ type: 'string', format: 'uuid' }),
  isEmail: () => ({ type: 'string', format: 'email' }),
  isIso8601: () => ({ type: 'string', format: 'date-time' }),
  isLatitude: () => ({ type: 'number', minimum: -90, maximum: 90 }),
  isLongitude: () => ({ type: 'number', minimum: -180, maximum: 180 }),
  isNotEmpty: () => ({ minLength: 1 }),
  isIn: ({ constraints }) => ({ type: 'string', enum: first(constraints) }),
  isEnum: ({ constraints }) => ({ type: 'string', enum: Object.values(first(constraints) as object) }),
  matches: ({ constraints }) => ({ type: 'string', pattern: (first(constraints) as RegExp).source }),
  min: ({ constraints }) => ({ minimum: first(constraints) }),
  max: ({ constraints }) => ({ maximum: first(constraints) }),
  minLength: ({ constraints }) => ({ minLength: first(constraints) }),
  maxLength: ({ constraints }) => ({ maxLength: first(constraints) }),
  isLength: ({ constraints }) => ({
    minLength: constraints[0] as unknown,
    maxLength: constraints[1] as unknown,
  }),
  arrayNotEmpty: () => ({ minItems: 1 }),
  arrayMinSize: ({ constraints }) => ({ minItems: first(constraints) }),
  arrayMaxSize: ({ constraints }) => ({ maxItems: first(constraints) }),
};

/**
 * Passes the validation rules of request classes to the OpenAPI generator, so that no schema has to repeat them. Has
 * to be called before the document is generated.
 */
export function describeInputs(): void {
  for (const [target, rules] of inputClasses()) {
    for (const [property, its] of byProperty(rules)) describe(target, property, its);
  }
}

/** Every loaded request class with its own validation rules. */
export function inputClasses(): [InputClass, ValidationMetadata[]][] {
  // class-validator has no public function that lists all classes with rules.
  const { validationMetadatas } = getMetadataStorage() as unknown as {
    validationMetadatas: Map<unknown, ValidationMetadata[]>;
  };
  return [...validationMetadatas].filter(
    (entry): entry is [InputClass, ValidationMetadata[]] => typeof entry[0] === 'function',
  );
}

export function byProperty(rules: ValidationMetadata[]): Map<string, ValidationMetadata[]> {
  const groups = new Map<string, ValidationMetadata[]>();
  for (const rule of rules) groups.set(rule.propertyName, [...(groups.get(rule.propertyName) ?? []), rule]);
  return groups;
}

function describe(target: InputClass, property: string, rules: ValidationMetadata[]): void {
  const isWhereGiven = rules.some(({ constraints }) => constraints?.[0] === isGiven);
  const isOptional = isWhereGiven || rules.some(({ name }) => name === 'isOptional');
  const isArray = rules.some(({ name, each }) => name === 'isArray' || each);
  const isNested = rules.some(({ type }) => type === 'nestedValidation');
  const [own, items]: [Facts, Facts] = [{}, {}];
  for (const rule of rules) Object.assign(rule.each ? items : own, facts[rule.name ?? '']?.(rule));
  const options: Facts = { ...own, required: !isOptional };
  // The other conditional rules in our classes mean that the value may be null.
  if (!isWhereGiven && rules.some(({ type, name }) => type === 'conditionalValidation' && !name))
    options.nullable = true;
  if (isNested) {
    options.type = defaultMetadataStorage.findTypeMetadata(target, property)?.typeFunction();
    options.isArray = isArray;
  } else if (isArray) {
    Object.assign(options, { type: 'array', items: { type: 'string', ...items } });
  }
  ApiProperty(options)(target.prototype, property);
}

function first(values: unknown[]): unknown {
  return values[0];
}
