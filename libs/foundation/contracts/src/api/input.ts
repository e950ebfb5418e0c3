import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  isEmail,
  IsObject,
  IsString,
  IsUUID,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { normalizeText } from '../rules/normalized-text';
import { characters, isPlainText, isVisible, withoutBidiTricks, withPlainBreaks } from '../rules/plain-text';

/** The fields of requests: each is one of these, a number, a boolean, or a text of a form that is bounded itself. */

/** UTF-16 units that NFC composes to one character at most: a Greek letter and three marks. */
const MAX_UNITS_COMPOSED = 4;

export interface TextRules {
  /** Characters (code points) that it has at least, once it is trimmed; 0 if left out. */
  min?: number;
  /** Characters (code points) that it may have. */
  max: number;
  /** Whether it may have line breaks and tabs. */
  lines?: boolean;
  /** Each item of a list is one. */
  each?: boolean;
  /** Kept to the letter, with blanks around it: what somebody is still typing. */
  asTyped?: boolean;
}

/**
 * A text field. The transform trims the text, composes it (NFC, at most 30 marks in a row) and removes bidi controls
 * that could show it falsely: all of them from one line, overrides from several lines. The rules reject control
 * characters and halves of surrogate pairs (`isText`), and texts shorter (`isNotEmpty`) or longer (`maxLength`) than
 * their bounds. The transform runs before the rules, so it leaves a text alone that is too long for the field.
 */
export function Text({ min = 0, max, lines = false, each = false, asTyped = false }: TextRules) {
  const tidy = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const trimmed = value.trim();
    // Longer than any text that NFC brings within the bound: `maxLength` refuses it as it is.
    if (trimmed.length > MAX_UNITS_COMPOSED * max || !trimmed.isWellFormed()) return trimmed;
    const broken = lines ? withPlainBreaks(trimmed) : trimmed;
    return withoutBidiTricks(normalizeText(broken, 'NFC'), lines).trim();
  };
  const rules = [
    IsString({ each }),
    rule('isText', { each }, [lines], (text) => isPlainText(text, lines)),
    rule('maxLength', { each }, [max], (text) => characters(text) <= max),
    ...(min > 0
      ? [rule('isNotEmpty', { each }, [min], (text) => characters(text) >= min && isVisible(text))]
      : []),
    ...(asTyped
      ? []
      : [
          Transform(({ value }: { value: unknown }) =>
            Array.isArray(value) ? value.map(tidy) : tidy(value),
          ),
        ]),
  ];
  return together(rules);
}

const MAX_ADDRESS_LENGTH = 254;

/** An e-mail address of 254 characters at most. */
export function EmailAddress(): PropertyDecorator {
  // The validator itself throws at half of a surrogate pair.
  const isAddress = (text: string) =>
    text.length <= MAX_ADDRESS_LENGTH && text.isWellFormed() && isEmail(text);
  return together([Text({ max: MAX_ADDRESS_LENGTH }), rule('isEmail', {}, [], isAddress)]);
}

const MOMENT =
  /^(19|2\d)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?)?$/;

/** A date or a moment of ISO 8601 that a calendar has; it comes out as a moment in UTC. */
export function Moment(): PropertyDecorator {
  const isMoment = (text: string) => MOMENT.test(text) && !Number.isNaN(Date.parse(text));
  return together([
    rule('isIso8601', {}, [], isMoment),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && isMoment(value) ? new Date(value).toISOString() : value,
    ),
  ]);
}

/** Ids, so many at most. */
export function Ids({ max }: { max: number }): PropertyDecorator {
  return together([IsArray(), ArrayMaxSize(max), IsUUID(undefined, { each: true })]);
}

/** An object of a class: no list, and nothing else. */
export function Nested(type: () => new () => object): PropertyDecorator {
  return together([IsObject(), ValidateNested(), Type(type)]);
}

/** A list of objects of a class, so many at most. */
export function NestedList(type: () => new () => object, { max }: { max: number }): PropertyDecorator {
  const each = { each: true };
  return together([IsArray(), ArrayMaxSize(max), IsObject(each), ValidateNested(each), Type(type)]);
}

export const isGiven = (_: unknown, value: unknown) => value !== undefined;

/** May be left out, and is never null. */
export function IfGiven(): PropertyDecorator {
  return ValidateIf(isGiven);
}

/** Null, or what else is said of it. */
export function OrNull(): PropertyDecorator {
  return ValidateIf((_, value) => value !== null);
}

function rule(
  name: string,
  { each = false }: { each?: boolean },
  constraints: unknown[],
  holds: (text: string) => boolean,
): PropertyDecorator {
  const validate = (value: unknown) => typeof value === 'string' && holds(value);
  return ValidateBy({ name, constraints, validator: { validate, defaultMessage: () => name } }, { each });
}

function together(decorators: PropertyDecorator[]): PropertyDecorator {
  return (target, property) => decorators.forEach((decorate) => decorate(target, property));
}
